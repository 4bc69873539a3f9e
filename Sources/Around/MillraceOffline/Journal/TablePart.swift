import Foundation
import MillraceData
import MillraceSignals

/// A table that is kept row by row.
final class TablePart<State, Row: Codable & Identifiable & Sendable>: JournalPart<State> {
    private let path: WritableKeyPath<State, Table<Row>>
    private let reader: PieceReader<Row>
    private var base: Table<Row>?

    init(
        _ path: WritableKeyPath<State, Table<Row>>,
        _ name: String,
        _ version: Int,
        _ carry: ((JournaledValue) throws -> Row)?
    ) {
        self.path = path
        reader = PieceReader(version: version, carry: carry)
        super.init(name, version)
    }

    override func restore(_ image: PartImage, _ state: inout State) throws {
        guard case .table(let rows) = image else { throw UnknownKind(expected: "a table") }
        let table = try read(rows)
        state[keyPath: path] = table
        base = table
    }

    private func read(_ rows: Table<PartImage.Row>) throws -> Table<Row> {
        guard rows.allSatisfy({ $0.pieces[0].version == version }) else {
            return try table(of: rows.map { try reader.read($0.pieces[0]) })
        }
        // All at once takes a third of the time.
        var array = Data("[".utf8)
        for (index, row) in rows.enumerated() {
            if index > 0 { array.append(UInt8(ascii: ",")) }
            array.append(row.pieces[0].data)
        }
        array.append(UInt8(ascii: "]"))
        return try table(of: JournalCoding.decode([Row].self, from: array))
    }

    private func table(of rows: [Row]) throws -> Table<Row> {
        var ids: Set<Row.ID> = []
        for row in rows where !ids.insert(row.id).inserted { throw RepeatedIdentity() }
        return Table(rows)
    }

    override func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        let present = state[keyPath: path]
        let changes = present.changes(from: base ?? [])
        if base != nil, changes.isEmpty { return nil }
        var piece = ByteWriter()
        piece.begin(RecordKind.table, store, name, version)
        piece.write(base == nil ? 1 : 0 as UInt8)
        try piece.write(changes) { try JournalCoding.encode(present[$0]) }
        writer.append(piece)
        return { [self] in letGoLater(exchange(&base, with: present) as Any) }
    }

    override var snapshot: Writing? {
        guard let base else { return nil }
        let (name, version) = (name, version)
        return { store, emit in
            try RowPieces.forEach(of: base.count) { changes, isFirst in
                var writer = ByteWriter()
                writer.begin(RecordKind.table, store, name, version)
                writer.write(isFirst ? 1 : 0 as UInt8)
                try writer.write(changes) { try JournalCoding.encode(base[$0]) }
                try emit(writer)
            }
        }
    }
}
