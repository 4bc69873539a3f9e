// The access for an outbox, whose entries are shown as changes before the server has saved them.

extension EntityTable {
    /// Shows a change under a name. Where one waits under that name, another operation is put in the place of its own;
    /// otherwise it is put on top of all others.
    ///
    /// An operation that cannot be run changes nothing until it can.
    package mutating func show(
        _ name: String,
        _ operation: @escaping @Sendable (inout EntityDraft) throws -> Void
    ) {
        if let change = layers[name] {
            var changes = EntityChanges(since: self)
            changes.visited = [change.number]
            return settle(changes, deciding: { $0 == change }) { layer, snapshot in
                layer.replace(on: &snapshot, with: operation)
            }
        }
        clock += 1
        var (layer, snapshot) = (EntityLayer(EntityChange(number: clock), name: name, operation), snapshot)
        layer.run(on: &snapshot)
        base = snapshot.base
        layers.append(layer)
    }

    /// The change that waits under a name; nil if there is none.
    package func change(named name: String) -> EntityChange? { layers[name] }
}
