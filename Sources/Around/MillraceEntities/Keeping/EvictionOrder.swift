/// The order in which entities may be forgotten, so that none is forgotten before what refers to it.
///
/// An entity is as recently used as the most recently used one from which it is reached. So the entities are visited
/// depth first, beginning with the most recently used; what a visit reaches makes one group, the older groups go first,
/// and within a group those that refer go before those that are referred to (the reverse of the order in which a depth
/// first search leaves them). Only cycles have references back; they go together.
final class EvictionOrder {
    /// The entities that may go, in that order.
    private(set) var ids: [EntityID] = []

    /// When the group of each was used last.
    private(set) var lastUse: [UInt64] = []

    /// The position before which it must not stop, since something there is referred to from before it.
    private(set) var end = 0

    /// The last position from which each is referred to.
    private var lastReferrer: [Int] = []

    init(_ records: EntityRecords, keeping kept: Set<EntityID>) {
        var seen: Set<EntityID> = []
        var order: [EntityID] = []
        for id in kept { Self.visit(id, records, &seen) { _ in } }
        // The most recent first; of those told together the last one.
        let candidates = records.table.reversed().filter { !seen.contains($0.id) }.sorted { $0.lastUse > $1.lastUse }
        var groups: [(lastUse: UInt64, ids: [EntityID])] = []
        for candidate in candidates where !seen.contains(candidate.id) {
            order.removeAll(keepingCapacity: true)
            Self.visit(candidate.id, records, &seen) { order.append($0) }
            groups.append((candidate.lastUse, order.reversed()))
        }
        for group in groups.reversed() {
            ids += group.ids
            lastUse += Array(repeating: group.lastUse, count: group.ids.count)
        }
        findReferrers(records)
    }

    private func findReferrers(_ records: EntityRecords) {
        lastReferrer = Array(repeating: -1, count: ids.count)
        let positions = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        for (position, id) in ids.enumerated() {
            for value in records[id]?.values ?? [] {
                value.forEachReference { if let other = positions[$0] { lastReferrer[other] = position } }
            }
        }
    }

    /// Removes the entity at a position: what it refers to may go now.
    func remove(at position: Int) { end = max(end, lastReferrer[position] + 1) }

    /// Visits what is reached from an entity and was not seen, with a stack of its own; each is left after all that it
    /// refers to.
    private static func visit(
        _ id: EntityID,
        _ records: EntityRecords,
        _ seen: inout Set<EntityID>,
        _ leave: (EntityID) -> Void
    ) {
        guard seen.insert(id).inserted else { return }
        var path: [(id: EntityID, references: [EntityID])] = [(id, references(of: id, records))]
        while let (id, references) = path.last {
            guard let next = references.last else {
                path.removeLast()
                if records[id] != nil { leave(id) }
                continue
            }
            path[path.count - 1].references.removeLast()
            if seen.insert(next).inserted { path.append((next, self.references(of: next, records))) }
        }
    }

    private static func references(of id: EntityID, _ records: EntityRecords) -> [EntityID] {
        var references: [EntityID] = []
        for value in records[id]?.values ?? [] { value.forEachReference { references.append($0) } }
        return references
    }
}
