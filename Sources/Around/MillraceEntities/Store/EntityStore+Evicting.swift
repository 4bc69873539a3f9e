import MillraceData

extension EntityStore {
    /// Forgets entities that nobody uses, the least recently used first, until the limits hold.
    ///
    /// Three groups of entities stay: those that are observed, those that an entity which stays refers to, and those
    /// that a change waits for (law E5). Entities that refer to each other in a cycle are forgotten together. A
    /// forgotten entity is unknown afterwards, and not deleted: a projection of it fails with
    /// ``EntityError/Reason/unknown``.
    ///
    /// Call it from time to time, by an action that carries what is observed and the time:
    ///
    /// ```swift
    /// dispatcher.dispatch(Tidy(observed: entities.observed, now: clock.now))
    /// ```
    ///
    /// - Parameters:
    ///   - limits: What may be kept.
    ///   - observed: The entities that are in use: see ``Entities/observed``. They count as used now.
    ///   - now: The time in seconds, of any clock that does not go back. The more often this is called, the more
    ///     exactly the age of an entity is known.
    /// - Returns: The entities that were forgotten, with all that was known of them, in the order in which they were
    ///   forgotten.
    /// - Complexity: O(n) for n entities and references, so do not call it in every turn.
    @discardableResult
    public mutating func evict(
        _ limits: EntityLimits,
        keeping observed: Set<EntityID>,
        at now: Double
    ) -> [EvictedEntity] {
        for id in observed { base.use(id, at: clock) }
        let oldest = noteTime(now, limits.age)
        var left = base.table.count
        var bytes = limits.bytes == .max ? 0 : base.table.reduce(0) { $0 + $1.byteCount }
        let order = EvictionOrder(base, keeping: observed.union(waitingIDs))
        var evicted: [EvictedEntity] = []
        var position = 0
        while position < order.ids.count {
            let isOld = order.lastUse[position] < oldest
            let mustGo = left > limits.count || bytes > limits.bytes || isOld || position < order.end
            guard mustGo else { break }
            if let record = base[order.ids[position]] {
                bytes -= record.byteCount
                evicted.append(base.evicted(record))
                base.forget(record.id)
                left -= 1
            }
            order.forgot(position)
            position += 1
        }
        return evicted
    }

    /// Notes which time of the store's clock it is now, and returns the one before which everything is too old.
    private mutating func noteTime(_ now: Double, _ age: Double) -> UInt64 {
        marks.append(TimeMark(clock: clock, seconds: now))
        guard let last = marks.lastIndex(where: { $0.seconds < now - age }) else { return 0 }
        marks.removeFirst(last)
        return marks[0].clock + 1
    }

    /// The entities that changes wait for: those that they read and those that they write.
    private var waitingIDs: Set<EntityID> {
        var ids: Set<EntityID> = []
        for layer in layers {
            ids.formUnion(layer.ids)
            for delta in layer.patch.deltas.values {
                for value in delta.fields.values { value.forEachReference { ids.insert($0) } }
            }
        }
        return ids
    }

    /// Puts a forgotten entity back, also in another run of the program.
    ///
    /// It fills in fields that are not known, and everything that is merged later counts as newer. An entity that is
    /// known to be deleted stays deleted, and one of a kind that the schema does not have is ignored. O(m log n) for m
    /// fields.
    public mutating func restore(_ entity: EvictedEntity) {
        guard schema.types[entity.id.kind] != nil, base[entity.id]?.isDeleted != true else { return }
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
        settle()
    }

    /// Puts back what was encoded, as old as it was.
    mutating func put(_ entity: EvictedEntity) {
        base.change(entity.id, at: entity.time) { record, names in
            if let deletion = entity.deletion ?? (entity.isDeleted ? entity.time : nil) {
                record.delete(at: deletion)
                if !entity.isDeleted { _ = record.revive(at: max(entity.time, deletion)) }
            }
            for field in entity.fields {
                let number = names.add(field.name)
                record.set(number, to: field.value, at: field.time)
                if let merged = field.merged { record[merged: number] = merged }
            }
            record.uniteTimes()
        }
    }
}
