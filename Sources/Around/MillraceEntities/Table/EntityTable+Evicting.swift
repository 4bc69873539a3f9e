import MillraceData

extension EntityTable {
    /// Forgets entities that are not used, the least recently used first, until as many are left as the limit says.
    ///
    /// Three groups of entities stay: those that are observed, those that an entity which stays refers to, and those
    /// that a change waits for (law E5). Entities that refer to each other in a cycle are forgotten together. A
    /// forgotten entity is unknown afterwards, and not deleted: a projection of it fails with
    /// ``EntityError/Reason/unknown``.
    ///
    /// Call it from time to time, by an action that carries the observed entities:
    ///
    /// ```swift
    /// dispatcher.dispatch(Tidy(observed: entities.observed))
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How many entities may be left, beside those that stay.
    ///   - observed: The entities that are in use: see ``Entities/observed``. They count as used now.
    /// - Returns: The entities that were forgotten, with all that was known of them, in the order in which they were
    ///   forgotten.
    /// - Complexity: O(n) for n entities and references, so do not call it in every turn.
    @discardableResult
    public mutating func evict(downTo limit: Int, keeping observed: Set<EntityID>) -> [EvictedEntity] {
        clock += 1
        foldAlone()
        for id in observed { base.use(id, at: clock) }
        let order = base.evictable(keeping: observed.union(waitingIDs))
        var leaving = Set(order.prefix(max(0, count - limit)))
        var others: [EntityID]
        repeat {
            // Of a cycle all go.
            others = order.filter { id in
                !leaving.contains(id) && base.references(of: id).contains(where: leaving.contains)
            }
            leaving.formUnion(others)
        } while !others.isEmpty
        let evicted = order.filter(leaving.contains).compactMap { base[$0].map(base.evicted) }
        for entity in evicted { base.forget(entity.id) }
        return evicted
    }

    /// Moves into the base what confirmed changes say of entities that no change beneath them waits for: they are
    /// forgotten as all others.
    private mutating func foldAlone() {
        if layers.confirmedCount == 0 { return }
        var changes = EntityChanges(since: self)
        let ids = layers.table.reduce(into: Set<EntityID>()) { ids, layer in
            if !layer.isPending { ids.formUnion(layer.patch.deltas.keys) }
        }
        for id in ids.sorted(by: { $0.description < $1.description }) { fold(id, &changes) }
        settle(changes)
    }

    /// The entities that changes wait for: those that they read and those that they write.
    private var waitingIDs: Set<EntityID> {
        layers.table.reduce(into: []) { ids, layer in ids.formUnion(layer.touched) }
    }

    /// Puts a forgotten entity back, also in another run of the program.
    ///
    /// It fills in fields that are not known, and everything that is merged later counts as newer. An entity that is
    /// known to be deleted stays deleted, and one of a kind that the schema does not have is ignored. O(m log n) for m
    /// fields.
    public mutating func restore(_ entity: EvictedEntity) {
        guard schema.types[entity.id.kind] != nil else { return }
        var changes = EntityChanges(since: self)
        fold(entity.id, &changes)
        defer { settle(changes) }
        if base[entity.id]?.isDeleted == true { return }
        clock += 1
        base.change(entity.id, at: 0) { record, names in
            if entity.isDeleted {
                if record.values.isEmpty { record.delete(at: record.time) }
            } else {
                for field in entity.fields {
                    let number = names.add(field.name)
                    if record[number] == nil { record.set(number, to: field.value, at: 0) }
                }
            }
            record.lastUse = clock
        }
        changes.add([entity.id])
    }
}
