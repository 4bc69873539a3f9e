extension EntityTable: Equatable {
    /// Whether two tables know the same of the same entities, and the same changes wait.
    ///
    /// - Complexity: O(k log n + w) if one was made from the other by k changes, where w changes wait; otherwise O(n).
    public static func == (left: EntityTable, right: EntityTable) -> Bool {
        guard left.base.isSame(as: right.base), left.layers.table.count == right.layers.table.count else {
            return false
        }
        return zip(left.layers.table, right.layers.table).allSatisfy { a, b in
            a.change == b.change && a.isPending == b.isPending && a.error == b.error
                && left.described(a.patch) == right.described(b.patch)
        }
    }

    private func described(_ patch: EntityPatch) -> [EntityID: DescribedDelta] {
        var described: [EntityID: DescribedDelta] = [:]
        for (id, delta) in patch.deltas {
            let names = base.names[id.kind] ?? FieldNames()
            let fields = delta.fields.map { (names[$0.key], $0.value) }
            described[id] = DescribedDelta(
                exists: delta.exists,
                replaces: delta.replaces,
                fields: Dictionary(uniqueKeysWithValues: fields)
            )
        }
        return described
    }

    private struct DescribedDelta: Equatable {
        let exists: Bool?
        let replaces: Bool
        let fields: [String: FieldValue]
    }
}
