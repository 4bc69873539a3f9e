import MillraceData

/// The server's records of all entities at one moment, without the changes that wait: a journal keeps them.
package struct ToldEntities: Sendable {
    private let records: EntityRecords

    /// The time: no ticket is later.
    package let clock: UInt64

    fileprivate init(_ table: EntityTable) { (records, clock) = (table.base, table.clock) }

    /// The number of entities of which something is known.
    package var count: Int { records.table.count }

    /// What is known otherwise, or since another time, than at an earlier moment. O(k log n) for k entities.
    package func changes(from former: ToldEntities?) -> RowChanges {
        guard let former else { return records.table.changes(from: []) }
        guard records.sharesNumbers(with: former.records) else {
            // Another table has taken its place, in which the numbers are those of other fields: every record counts.
            return records.table.changes(from: former.records.table) { _, _ in true }
        }
        return records.table.changes(from: former.records.table) { !$0.hasTimes(of: $1) }
    }

    /// All that is known of the entity at a position.
    package func entity(at position: Int) -> RecordDifference { records.difference(at: position, from: nil) }

    /// What is known otherwise of an entity than at an earlier moment.
    package func difference(of pair: RowChanges.Pair, from former: ToldEntities) -> RecordDifference {
        records.difference(at: pair.new, from: (former.records, pair.old))
    }
}

extension EntityTable {
    /// The server's records, and the changes that it has confirmed.
    package var told: ToldEntities { ToldEntities(layers.confirmedCount == 0 ? self : confirmed) }

    /// Puts what was told into a table that knows nothing: of each entity its differences, the oldest first. What is not
    /// in the schema is left out.
    ///
    /// - Parameter clock: A time that no ticket has reached.
    package mutating func restore(told entities: some Sequence<[RecordDifference]>, clock: UInt64) {
        self.clock = clock
        for differences in entities {
            guard let kind = differences.first?.id?.kind, schema.types[kind] != nil else { continue }
            if let latest = base.put(differences) { self.clock = max(self.clock, latest) }
        }
    }
}
