import MillraceBase
import MillraceData

extension EntityTable {
    /// The visible state.
    var snapshot: EntitySnapshot {
        EntitySnapshot(schema: schema, base: base, overlay: EntityOverlay(layers.overlay), renamed: renamed)
    }

    /// Moves confirmed changes into the base, as far as no earlier change waits. Returns the entities that it is about.
    ///
    /// A change that waits may come to read and change anything when it is run again. Beneath it, a change confirmed
    /// after it would be read by it, and covered by it.
    @discardableResult
    mutating func fold() -> Set<EntityID> {
        var ids: Set<EntityID> = []
        while let layer = layers.table.first, !layer.isPending {
            let deltas = layer.patch.deltas.sorted {
                $0.key.description.utf8.lexicographicallyPrecedes($1.key.description.utf8)
            }
            for (id, delta) in deltas { fold(delta, of: id, at: layer.time) }
            ids.formUnion(layers.remove(layer.change))
        }
        return ids
    }

    /// Moves into the base what confirmed changes say of an entity, as far as no earlier change that waits has to do with
    /// it. So the base knows of the entity as much as in the next run of the program.
    mutating func fold(_ id: EntityID, _ changes: inout EntityChanges) {
        if layers.confirmedCount == 0 { return }
        for layer in layers.layers(touching: id) {
            if layer.isPending { return }
            guard let delta = layer.patch[id] else { continue }
            fold(delta, of: id, at: layer.time)
            put(nil, of: id, into: layer.change, &changes)
        }
    }

    private mutating func fold(_ delta: EntityPatch.Delta, of id: EntityID, at time: UInt64) {
        base.change(id, at: time) { record, _ in
            if delta.replaces { record.delete(at: time) }
            // The rest of a change, beside something newer, does not say that the entity exists.
            guard delta.exists == true ? record.revive(at: time) : !record.isDeleted else { return }
            for (number, value) in delta.fields.sorted(by: { $0.key < $1.key }) {
                record.set(number, to: value, at: time)
            }
            record.uniteTimes()
        }
    }

    /// Drops confirmed values that are not folded yet, where an answer that was asked for later has newer ones.
    mutating func supersede(_ copy: EntityCopy, at time: UInt64, _ changes: inout EntityChanges) {
        if layers.confirmedCount == 0 { return }
        for layer in layers.layers(touching: copy.id) where !layer.isPending && layer.time < time {
            guard var delta = layers[layer.change]?.patch[copy.id] else { continue }
            // It exists, and if it was deleted, the fields from before that are gone.
            if delta.replaces { forget(copy.id, beneath: layer, &changes) }
            (delta.exists, delta.replaces) = (nil, false)
            for field in copy.fields {
                if let number = base.number(of: field.name, in: copy.id.kind) { delta.fields[number] = nil }
            }
            put(delta, of: copy.id, into: layer.change, &changes)
        }
    }

    /// Drops the fields of an entity from before a confirmed change that deletes it.
    private mutating func forget(_ id: EntityID, beneath layer: EntityLayer, _ changes: inout EntityChanges) {
        let time = layer.time
        base.change(id, at: time) { record, _ in record.delete(at: time) }
        for earlier in layers.layers(touching: id)
        where !earlier.isPending && earlier.change.number < layer.change.number {
            put(nil, of: id, into: earlier.change, &changes)
        }
    }

    /// Drops confirmed values, not folded yet, of an entity that was deleted later.
    mutating func supersede(_ id: EntityID, deletedAt time: UInt64, _ changes: inout EntityChanges) {
        if layers.confirmedCount == 0 { return }
        for layer in layers.layers(touching: id) where !layer.isPending && layer.time < time {
            put(nil, of: id, into: layer.change, &changes)
        }
    }

    /// Changes the values of a confirmed change for an entity. It is dropped if it says nothing any more.
    private mutating func put(
        _ delta: EntityPatch.Delta?,
        of id: EntityID,
        into change: EntityChange,
        _ changes: inout EntityChanges
    ) {
        layers.change(change) { $0.patch[id] = delta }
        changes.add([id], above: change)
        if layers[change]?.patch.isEmpty == true { layers.remove(change) }
    }

    /// Runs the changes again whose reads have changed, and sums up all of them.
    mutating func settle(_ changes: EntityChanges) {
        settle(changes, deciding: { _ in false }, { (_: inout EntityLayer, _: inout EntitySnapshot) in })
    }

    /// Brings the changes up to date that have to do with changed fields, in their order, and sums up all of them.
    ///
    /// An entity is followed upwards until its visible record is as before. So a change that is confirmed unaltered
    /// costs nothing of the changes that wait above it.
    ///
    /// - Parameters:
    ///   - changes: The fields that may have changed, in the base or in a layer, and how the table was before.
    ///   - decides: Whether something is to be decided about a change, which is then done when it is up to date.
    /// - Complexity: O(k log n) for k changes that have to do with an entity while it is followed, and for those that have
    ///   to do with any of those entities.
    mutating func settle<E: Error>(
        _ changes: EntityChanges,
        deciding decides: (EntityChange) -> Bool,
        _ decide: (inout EntityLayer, inout EntitySnapshot) throws(E) -> Void
    ) throws(E) {
        if layers.isEmpty {
            if !layers.overlay.isEmpty { layers = EntityLayers() }
            if !renamed.isEmpty { renamed = [:] }
            return
        }
        var (pass, changed) = (LayerPass(), Set(changes.starts.map(\.id)))
        for number in changes.visited { pass.add(number, nil) }
        for start in changes.starts {
            pass.add(layers.firstNumber(touching: start.id, notBelow: start.number), start.id)
        }
        let (beneath, formerly) = (LayersBeneath(layers), LayersBeneath(changes.former.layers))
        let former = EntitySnapshot(schema: schema, base: changes.former.base, overlay: EntityOverlay(formerly.delta))
        while let (number, candidates) = pass.next() {
            beneath.rise(to: number)
            formerly.rise(to: number)
            var snapshot = EntitySnapshot(
                schema: schema,
                base: base,
                overlay: EntityOverlay(beneath.delta),
                renamed: renamed
            )
            let others = candidates.filter { !snapshot.view(of: $0).isSame(as: former.view(of: $0)) }
            for id in others { pass.add(layers.firstNumber(touching: id, notBelow: number + 1), id) }
            let change = EntityChange(number: number)
            guard let layer = layers[change], layer.isPending else { continue }
            let (isOutdated, isDecided) = (layer.isOutdated(over: snapshot, where: others), decides(change))
            guard isOutdated || isDecided else { continue }
            let written = try layers.change(change) { (layer: inout EntityLayer) throws(E) in
                if isOutdated { layer.run(on: &snapshot) }
                if isDecided { try decide(&layer, &snapshot) }
            }
            (base, beneath.layers) = (snapshot.base, layers)
            changed.formUnion(written)
            for id in written { pass.add(layers.firstNumber(touching: id, notBelow: number + 1), id) }
        }
        layers.compose(changed)
    }
}

/// The fields that may have changed since an earlier state of a table.
struct EntityChanges {
    let former: EntityTable

    /// The entities, each with the number of the first layer beneath which it may be another.
    private(set) var starts: [(id: EntityID, number: UInt64)] = []

    /// The numbers of layers that are visited whatever they have to do with.
    var visited: [UInt64] = []

    init(since former: EntityTable) { self.former = former }

    /// Adds entities that have changed in the base.
    mutating func add(_ ids: some Sequence<EntityID>) { for id in ids { starts.append((id, 0)) } }

    /// Adds entities of which a layer changes something else than before, or nothing any more.
    mutating func add(_ ids: some Sequence<EntityID>, above change: EntityChange) {
        for id in ids { starts.append((id, change.number + 1)) }
    }
}

/// The layers that a pass is still to visit, in their order, with the entities for which they are visited.
struct LayerPass {
    private struct Visit: Comparable {
        let number: UInt64
        let id: EntityID?

        static func < (left: Visit, right: Visit) -> Bool { left.number < right.number }
    }

    private var waiting = Heap<Visit>()

    mutating func add(_ number: UInt64?, _ id: EntityID?) {
        if let number { waiting.insert(Visit(number: number, id: id)) }
    }

    mutating func next() -> (number: UInt64, ids: Set<EntityID>)? {
        guard let number = waiting.first?.number else { return nil }
        var ids: Set<EntityID> = []
        while let visit = waiting.first, visit.number == number {
            if let id = visit.id { ids.insert(id) }
            _ = waiting.popFirst()
        }
        return (number, ids)
    }
}
