extension EntityRecords {
    /// The entities that may be forgotten, the least recently used first, and each before those that it refers to.
    ///
    /// An entity is as recently used as the most recently used one from which it is reached. So the entities are visited
    /// depth first, beginning with the most recently used; in the reverse order of that in which a visit leaves them,
    /// only cycles have references back.
    func evictable(keeping kept: Set<EntityID>) -> [EntityID] {
        // By the names of the fields: in another run they have other numbers.
        let order = names.mapValues { names in names.names.indices.sorted { names[$0] < names[$1] } }
        var seen: Set<EntityID> = []
        for id in kept { visit(id, order, &seen) { _ in } }
        // The most recent first; of those received together the last one.
        let candidates = table.reversed().filter { !seen.contains($0.id) }.sorted { $0.lastUse > $1.lastUse }
        var left: [EntityID] = []
        for candidate in candidates { visit(candidate.id, order, &seen) { left.append($0) } }
        return left.reversed()
    }

    /// Visits the entities that are reached from one and were not seen, with a stack of its own; each is left after all
    /// that it refers to.
    private func visit(
        _ id: EntityID,
        _ order: [EntityKind: [Int]],
        _ seen: inout Set<EntityID>,
        _ leave: (EntityID) -> Void
    ) {
        func ordered(_ id: EntityID) -> [EntityID] {
            guard let record = self[id] else { return [] }
            var found: [EntityID] = []
            for number in order[id.kind] ?? [] { record[number]?.forEachReference { found.append($0) } }
            return found
        }

        guard seen.insert(id).inserted else { return }
        var path = [(id: id, references: ordered(id))]
        while let (id, references) = path.last {
            guard let next = references.last else {
                path.removeLast()
                if self[id] != nil { leave(id) }
                continue
            }
            path[path.count - 1].references.removeLast()
            if seen.insert(next).inserted { path.append((next, ordered(next))) }
        }
    }

    func references(of id: EntityID) -> [EntityID] {
        var references: [EntityID] = []
        for value in self[id]?.values ?? [] { value.forEachReference { references.append($0) } }
        return references
    }
}
