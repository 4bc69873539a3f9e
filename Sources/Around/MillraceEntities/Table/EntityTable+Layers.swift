extension EntityTable {
    /// What is seen.
    var snapshot: EntitySnapshot {
        EntitySnapshot(schema: schema, base: base, overlay: overlay, renamed: renamed)
    }

    /// Moves what is confirmed into the base, as far as no earlier change waits.
    ///
    /// A change that waits may come to read and change anything when it is run again. Beneath it, what was confirmed
    /// after it would be read by it, and covered by it.
    mutating func fold() {
        for layer in layers.prefix(while: { !$0.isPending }) {
            let deltas = layer.patch.deltas.sorted {
                $0.key.description.utf8.lexicographicallyPrecedes($1.key.description.utf8)
            }
            for (id, delta) in deltas { fold(delta, of: id, at: layer.time) }
        }
        layers.removeFirst(layers.prefix { !$0.isPending }.count)
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
        for index in layers.indices where !layers[index].isPending && layers[index].time < time {
            guard var delta = layers[index].patch[copy.id] else { continue }
            // It exists, and if it was deleted, what was told before that is gone.
            if delta.replaces { forget(copy.id, beneath: index) }
            (delta.exists, delta.replaces) = (nil, false)
            for field in copy.fields {
                if let number = base.number(of: field.name, in: copy.id.kind) { delta.fields[number] = nil }
            }
            layers[index].patch[copy.id] = delta
        }
        dropEmptyLayers()
    }

    /// Drops what was told of an entity before a change was confirmed that deletes it.
    private mutating func forget(_ id: EntityID, beneath index: Int) {
        let time = layers[index].time
        base.change(id, at: time) { record, _ in record.delete(at: time) }
        for earlier in layers[..<index].indices where !layers[earlier].isPending { layers[earlier].patch[id] = nil }
    }

    /// Drops what was confirmed and not folded yet of an entity that was deleted later.
    mutating func supersede(_ id: EntityID, deletedAt time: UInt64) {
        for index in layers.indices where !layers[index].isPending && layers[index].time < time {
            layers[index].patch[id] = nil
        }
        dropEmptyLayers()
    }

    private mutating func dropEmptyLayers() { layers.removeAll { !$0.isPending && $0.patch.isEmpty } }

    /// Runs the changes again that have read something that is not what it was, and puts all of them together.
    mutating func settle() {
        if layers.isEmpty {
            if !overlay.isEmpty { overlay = EntityPatch() }
            if !renamed.isEmpty { renamed = [:] }
            return
        }
        settle { layer, snapshot in layer.update(over: &snapshot) }
    }

    /// Brings each change up to date over what is beneath it, and puts all of them together.
    mutating func settle<E: Error>(
        _ update: (inout EntityLayer, inout EntitySnapshot) throws(E) -> Void
    ) throws(E) {
        var snapshot = EntitySnapshot(schema: schema, base: base, overlay: EntityPatch(), renamed: renamed)
        for index in layers.indices {
            try update(&layers[index], &snapshot)
            snapshot.overlay.apply(layers[index].patch)
        }
        base = snapshot.base
        overlay = snapshot.overlay
    }
}
