import MillraceData

extension EntityTable {
    /// The parts that differ from an older version: O(k log n) for k entities that have changed.
    ///
    /// If another table has taken the place of the older one, in which the numbers are those of other fields, it is
    /// everything.
    func changes(from old: EntityTable) -> [EntityFieldKey] {
        guard base.sharesNumbers(with: old.base) else { return old.everything + everything }
        var ids: Set<EntityID> = []
        let (before, after) = (old.base.table, base.table)
        let changes = after.changes(from: before)
        for position in changes.deletions { ids.insert(before[position].id) }
        for position in changes.insertions + changes.modifications.map(\.new) { ids.insert(after[position].id) }
        let (overlaidBefore, overlaid) = (old.layers.overlay, layers.overlay)
        let overlays = overlaid.changes(from: overlaidBefore)
        for position in overlays.deletions { ids.insert(overlaidBefore[position].id) }
        for position in overlays.insertions + overlays.modifications.map(\.new) { ids.insert(overlaid[position].id) }
        var keys: [EntityFieldKey] = []
        let (formerly, now) = (old.snapshot, snapshot)
        for id in ids {
            Self.compare(formerly.view(of: id), now.view(of: id), into: &keys)
        }
        return keys
    }

    /// All that can be read of the entities that are seen.
    private var everything: [EntityFieldKey] {
        let ids = Set(base.table.map(\.id)).union(layers.overlay.map(\.id))
        return ids.flatMap { id in
            let names = base.fieldNames(of: id.kind).names
            var parts: [EntityFieldKey.Part] = [.status, .fields]
            for (number, name) in names.enumerated() { parts += [.number(number), .name(name)] }
            return parts.map { EntityFieldKey(id, $0) }
        }
    }

    private static func compare(
        _ old: SeenEntity,
        _ new: SeenEntity,
        into keys: inout [EntityFieldKey]
    ) {
        // Whoever reads a field has read the status before.
        if old.status != new.status { return keys.append(EntityFieldKey(new.id, .status)) }
        let (formerNumbers, numbers) = (old.numbers, new.numbers)
        if formerNumbers != numbers { keys.append(EntityFieldKey(new.id, .fields)) }
        for number in Set(formerNumbers).union(numbers) where old[number] != new[number] {
            keys.append(EntityFieldKey(new.id, .number(number)))
            // It may have been read by its name, before any entity had it.
            if old[number] == nil { keys.append(EntityFieldKey(new.id, .name(new.names[number]))) }
        }
    }
}
