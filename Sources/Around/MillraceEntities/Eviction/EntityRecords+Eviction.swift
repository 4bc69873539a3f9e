extension EntityRecords {
    /// The entities that may be forgotten, the least recently used first, and each before those that it refers to.
    ///
    /// An entity is as recently used as the most recently used one from which it is reached. So the entities are visited
    /// depth first, beginning with the most recently used; in the reverse order of that in which a visit leaves them,
    /// only cycles have references back.
    func evictable(keeping kept: Set<EntityID>) -> [EntityID] {
        var seen: Set<EntityID> = []
        for id in kept { visit(id, &seen) { _ in } }
        // The most recent first; of those told together the last one.
        let candidates = table.reversed().filter { !seen.contains($0.id) }.sorted { $0.lastUse > $1.lastUse }
        var order: [EntityID] = []
        for candidate in candidates { visit(candidate.id, &seen) { order.append($0) } }
        return order.reversed()
    }

    /// Visits what is reached from an entity and was not seen, with a stack of its own; each is left after all that it
    /// refers to.
    private func visit(_ id: EntityID, _ seen: inout Set<EntityID>, _ leave: (EntityID) -> Void) {
        guard seen.insert(id).inserted else { return }
        var path = [(id: id, references: references(of: id))]
        while let (id, references) = path.last {
            guard let next = references.last else {
                path.removeLast()
                if self[id] != nil { leave(id) }
                continue
            }
            path[path.count - 1].references.removeLast()
            if seen.insert(next).inserted { path.append((next, self.references(of: next))) }
        }
    }

    func references(of id: EntityID) -> [EntityID] {
        var references: [EntityID] = []
        for value in self[id]?.values ?? [] { value.forEachReference { references.append($0) } }
        return references
    }
}
