import Foundation
import MillraceData
import MillraceEntities
import MillraceJournal
import MillraceSignals

/// What the server has told of entities, kept as the differences of their records.
final class EntitiesPart<State>: JournalPart {
    let name: String
    private let path: WritableKeyPath<State, EntityTable>
    private var base: ToldEntities?

    private static var version: Int { 1 }

    /// The time that a later run begins with: no ticket of this one has reached it. So a ticket is not written.
    private var nextClock: UInt64 = 0

    init(_ path: WritableKeyPath<State, EntityTable>, _ name: String) {
        (self.name, self.path) = (name, path)
    }

    func restore(_ snapshot: PartSnapshot, _ state: inout State) throws {
        guard case .entities(let rows, let clock) = snapshot else { throw UnknownKind(expected: "entities") }
        var table = EntityTable(schema: state[keyPath: path].schema)
        let entities = try rows.map { row in
            try row.pieces.map { try JournalCoding.decode(RecordDifference.self, from: $0.data) }
        }
        table.restore(told: entities, clock: clock)
        state[keyPath: path] = table
        nextClock = clock
        // Where some are left out, positions are others than in the file: then all is written anew.
        if table.count == rows.count { base = table.told }
    }

    func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        let present = state[keyPath: path].told
        var changes = present.changes(from: base)
        let isLate = present.clock > nextClock
        if base != nil, changes.isEmpty, !isLate { return nil }
        var differences = EntityDifferences()
        if let base {
            for pair in changes.modifications {
                try differences.add(present.difference(of: pair, from: base), at: pair.new)
            }
            changes.modifications = []
        }
        try writer.writeRows(RecordKind.entities, store, name, Self.version, isNew: base == nil, changes) {
            try JournalCoding.encode(present.entity(at: $0))
        }
        let clock = isLate ? present.clock + 1_000 : nextClock
        writer.write(clock, differences.pieces)
        return { [self] in
            nextClock = clock
            letGoLater(exchange(&base, with: present) as Any)
        }
    }

    var writeSnapshot: Writing? {
        guard let base else { return nil }
        let (name, version, clock) = (name, Self.version, nextClock)
        return { store, emit in
            try SnapshotRows.forEach(of: base.count) { changes, isFirst in
                var writer = ByteWriter()
                try writer.writeRows(RecordKind.entities, store, name, version, isNew: isFirst, changes) {
                    try JournalCoding.encode(base.entity(at: $0))
                }
                writer.write(clock, [])
                try emit(writer)
            }
        }
    }
}

/// The differences of entities that were there before, each with the positions of those that differ so: an answer that
/// says nothing new is one difference, in times.
struct EntityDifferences {
    private(set) var pieces: [RowDifference] = []
    private var indices: [RecordDifference: Int] = [:]

    /// Adds the difference of an entity. Positions ascend.
    mutating func add(_ difference: RecordDifference, at position: Int) throws {
        guard let index = indices[difference] else {
            let data = try JournalCoding.encode(difference)
            indices[difference] = pieces.count
            return pieces.append(RowDifference(data, isTouch: difference.isTouch, at: position))
        }
        if let last = pieces[index].positions.last, last.upperBound == position {
            pieces[index].positions.removeLast()
            pieces[index].positions.append(last.lowerBound..<position + 1)
        } else {
            pieces[index].positions.append(position..<position + 1)
        }
    }
}
