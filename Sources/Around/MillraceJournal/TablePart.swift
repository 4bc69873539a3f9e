import Foundation
import MillraceData
import MillraceSignals

/// A table that is kept row by row.
///
/// The work of each turn comes as closures, which are compiled where the types are known: that takes half the time.
@usableFromInline
final class TablePart<State, Row: Codable & Identifiable & Sendable>: JournalPart {
    @usableFromInline typealias Rows = Table<Row>

    let name: String
    private let version: Int

    /// The table in a state, to be set.
    private let path: WritableKeyPath<State, Rows>
    private let reader: JournaledValueReader<Row>
    private let table: (State) -> Rows
    private let changes: (_ present: Rows, _ former: Rows) -> RowChanges
    private let encode: (Rows, Int) throws -> Data
    private var base: Rows?

    @usableFromInline
    init(
        _ path: WritableKeyPath<State, Rows>,
        _ name: String,
        _ version: Int,
        _ carry: ((JournaledValue) throws -> Row)?,
        table: @escaping (State) -> Rows,
        changes: @escaping (_ present: Rows, _ former: Rows) -> RowChanges,
        encode: @escaping (Rows, Int) throws -> Data
    ) {
        (self.name, self.version, self.path) = (name, version, path)
        reader = JournaledValueReader(version: version, carry: carry)
        (self.table, self.changes, self.encode) = (table, changes, encode)
    }

    func restore(_ snapshot: PartSnapshot, _ state: inout State) throws {
        guard case .table(let rows) = snapshot else { throw UnknownKind(expected: "a table") }
        let restored = try read(rows)
        state[keyPath: path] = restored
        base = restored
    }

    private func read(_ rows: Table<PartSnapshot.Row>) throws -> Table<Row> {
        guard rows.allSatisfy({ $0.pieces[0].version == version }) else {
            return try makeTable(of: rows.map { try reader.read($0.pieces[0]) })
        }
        return try makeTable(of: JournalCoding.decode([Row].self, from: rows.map { $0.pieces[0].data }))
    }

    private func makeTable(of rows: [Row]) throws -> Table<Row> {
        var ids = Set<Row.ID>(minimumCapacity: rows.count)
        for row in rows where !ids.insert(row.id).inserted { throw RepeatedIdentity() }
        return Table(rows)
    }

    func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        let present = table(state)
        if let base, JournalCoding.haveSameBits(base, present) { return nil }
        let changes = changes(present, base ?? [])
        if base == nil || !changes.isEmpty {
            try writer.writeRows(RecordKind.table, store, name, version, isNew: base == nil, changes) {
                try encode(present, $0)
            }
        }
        return { [self] in letGoLater(exchange(&base, with: present) as Any) }
    }

    var writeSnapshot: Writing? {
        guard let base else { return nil }
        let (name, version) = (name, version)
        return { store, emit in
            try SnapshotRows.forEach(of: base.count) { changes, isFirst in
                var writer = ByteWriter()
                try writer.writeRows(RecordKind.table, store, name, version, isNew: isFirst, changes) {
                    try JournalCoding.encode(base[$0])
                }
                try emit(writer)
            }
        }
    }
}
