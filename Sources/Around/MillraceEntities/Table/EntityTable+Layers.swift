import MillraceBase
import MillraceData

extension EntityTable {
    /// What is seen.
    var snapshot: EntitySnapshot {
        EntitySnapshot(schema: schema, base: base, overlay: EntityOverlay(layers), renamed: renamed)
    }

    /// Moves what is confirmed into the base, as far as no earlier change waits. Returns the entities that it is about.
    ///
    /// A change that waits may come to read and change anything when it is run again. Beneath it, what was confirmed
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

    private mutating func fold(_ delta: EntityPatch.Delta, of id: EntityID, at time: UInt64) {
        base.change(id, at: time) { record, _ in
            if delta.replaces { record.delete(at: time) }
            // What is left of a change, beside something newer, does not say that the entity exists.
            guard delta.exists == true ? record.revive(at: time) : !record.isDeleted else { return }
            for (number, value) in delta.fields.sorted(by: { $0.key < $1.key }) {
                record.set(number, to: value, at: time)
            }
            record.uniteTimes()
        }
    }

    /// Drops what was confirmed and not folded yet, where an answer that was asked for later tells something newer.
    mutating func supersede(_ copy: EntityCopy, at time: UInt64) {
        if layers.confirmedCount == 0 { return }
        for layer in layers.layers(touching: copy.id) where !layer.isPending && layer.time < time {
            guard var delta = layers[layer.change]?.patch[copy.id] else { continue }
            // It exists, and if it was deleted, what was told before that is gone.
            if delta.replaces { forget(copy.id, beneath: layer) }
            (delta.exists, delta.replaces) = (nil, false)
            for field in copy.fields {
                if let number = base.number(of: field.name, in: copy.id.kind) { delta.fields[number] = nil }
            }
            put(delta, of: copy.id, into: layer.change)
        }
    }

    /// Drops what was told of an entity before a change was confirmed that deletes it.
    private mutating func forget(_ id: EntityID, beneath layer: EntityLayer) {
        let time = layer.time
        base.change(id, at: time) { record, _ in record.delete(at: time) }
        for earlier in layers.layers(touching: id)
        where !earlier.isPending && earlier.change.number < layer.change.number {
            put(nil, of: id, into: earlier.change)
        }
    }

    /// Drops what was confirmed and not folded yet of an entity that was deleted later.
    mutating func supersede(_ id: EntityID, deletedAt time: UInt64) {
        if layers.confirmedCount == 0 { return }
        for layer in layers.layers(touching: id) where !layer.isPending && layer.time < time {
            put(nil, of: id, into: layer.change)
        }
    }

    /// Changes what a confirmed change says of an entity. It is dropped if it says nothing any more.
    private mutating func put(_ delta: EntityPatch.Delta?, of id: EntityID, into change: EntityChange) {
        layers.change(change) { $0.patch[id] = delta }
        if layers[change]?.patch.isEmpty == true { layers.remove(change) }
    }

    /// Runs the changes again that have read something of some entities that is not what it was, and puts all of them
    /// together.
    ///
    /// - Parameter ids: The entities of which something has changed, in the base or in a layer.
    mutating func settle(_ ids: Set<EntityID>) {
        settle(ids, deciding: { _ in false }, { (_: inout EntityLayer, _: inout EntitySnapshot) in })
    }

    /// Brings each change that has to do with some entities up to date over what is beneath it, in their order, and puts
    /// all of them together. O(k log n) for k such changes, with those that have to do with what they write.
    ///
    /// - Parameters:
    ///   - ids: The entities of which something has changed, in the base or in a layer.
    ///   - numbers: Changes that are visited whatever they have to do with.
    ///   - decides: Whether something is to be decided about a change, which is then done when it is up to date.
    mutating func settle<E: Error>(
        _ ids: Set<EntityID>,
        with numbers: ContiguousArray<UInt64> = [],
        deciding decides: (EntityChange) -> Bool,
        _ decide: (inout EntityLayer, inout EntitySnapshot) throws(E) -> Void
    ) throws(E) {
        if layers.isEmpty {
            if !layers.overlay.isEmpty { layers = EntityLayers() }
            if !renamed.isEmpty { renamed = [:] }
            return
        }
        var (changed, pass) = (ids, LayerPass())
        pass.add(numbers)
        for id in ids { pass.add(layers.numbers(touching: id)) }
        let beneath = LayersBeneath(layers)
        while let number = pass.next() {
            let change = EntityChange(number: number)
            guard let layer = layers[change], layer.isPending else { continue }
            beneath.rise(to: number)
            var snapshot = EntitySnapshot(
                schema: schema,
                base: base,
                overlay: EntityOverlay(beneath),
                renamed: renamed
            )
            let (isOutdated, isDecided) = (layer.isOutdated(over: snapshot, where: changed), decides(change))
            guard isOutdated || isDecided else { continue }
            let written = try layers.change(change) { (layer: inout EntityLayer) throws(E) in
                if isOutdated { layer.run(on: &snapshot) }
                if isDecided { try decide(&layer, &snapshot) }
            }
            (base, beneath.layers) = (snapshot.base, layers)
            for id in written where changed.insert(id).inserted { pass.add(layers.numbers(touching: id)) }
        }
        layers.compose(changed)
    }
}

/// The numbers of the layers that a pass is still to visit, each once, in their order.
struct LayerPass {
    private var waiting = Heap<UInt64>()
    private var known: Set<UInt64> = []
    private var last: UInt64 = 0

    /// Adds those that are not passed yet.
    mutating func add(_ numbers: ContiguousArray<UInt64>) {
        for number in numbers[numbers.firstPosition(notBelow: last + 1)...] where known.insert(number).inserted {
            waiting.insert(number)
        }
    }

    mutating func next() -> UInt64? {
        guard let number = waiting.popFirst() else { return nil }
        last = number
        return number
    }
}
