import MillraceData

/// What the server has told of all entities at one moment, without the changes that wait: what a journal keeps.
package struct ToldEntities: Sendable {
    private let records: EntityRecords

    fileprivate init(_ records: EntityRecords) { self.records = records }

    /// The number of entities of which something is known.
    package var count: Int { records.table.count }

    /// What is known otherwise than at an earlier moment. O(k log n) for k entities.
    package func changes(from former: ToldEntities?) -> RowChanges {
        records.table.changes(from: former?.records.table ?? [])
    }

    /// All that is known of the entity at a position.
    package func entity(at position: Int) -> EvictedEntity { records.evicted(records.table[position]) }

    /// What is known of the entity at a position, and was not at an earlier moment, when it had another position. What
    /// was known then and is not any more is nothing that can be told so: then it is all.
    package func news(of change: RowChanges.Pair, since former: ToldEntities) -> (entity: EvictedEntity, isAll: Bool) {
        let (old, new) = (former.entity(at: change.old), entity(at: change.new))
        guard old.isDeleted == new.isDeleted, old.deletion == new.deletion else { return (new, true) }
        let known = Dictionary(uniqueKeysWithValues: old.fields.map { ($0.name, $0.value) })
        let fields = new.fields.filter { known[$0.name] != $0.value }
        let kept = new.fields.count - fields.count
        let changed = fields.count { known[$0.name] != nil }
        if kept + changed < old.fields.count { return (new, true) }
        let news = EvictedEntity(
            id: new.id,
            isDeleted: new.isDeleted,
            fields: fields,
            time: new.time,
            deletion: new.deletion
        )
        return (news, false)
    }
}

extension EntityTable {
    /// What the server has told, and what it has confirmed.
    package var told: ToldEntities {
        ToldEntities(layers.confirmedCount == 0 ? base : confirmed.base)
    }

    /// Puts what was told into a table that knows nothing, each entity in one piece or in several, the oldest first.
    /// What is not in the schema is left out.
    package mutating func restore(told pieces: [EvictedEntity]) {
        for piece in pieces where schema.types[piece.id.kind] != nil {
            put(piece)
            clock = max(clock, piece.time, piece.deletion ?? 0, piece.fields.map(\.time).max() ?? 0)
        }
    }
}
