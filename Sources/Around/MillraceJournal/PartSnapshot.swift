package import Foundation
package import MillraceData

/// The snapshot of a part of a store's state: the sum of its records, without the types of the values.
package enum PartSnapshot: Sendable {
    package struct Row: Identifiable, Sendable {
        /// The identity of the row within one reading; the table that it is of has identities of its own.
        package let id: Int

        /// One; of an entity the whole record, and its differences since.
        package internal(set) var pieces: [JournaledValue]
    }

    case value(JournaledValue)
    case table(Table<Row>)
    case entities(Table<Row>, clock: UInt64)
}

extension PartSnapshot {
    /// The rows of a table, or of entities; nil for a value.
    var rows: Table<Row>? {
        switch self {
        case .value: nil
        case .table(let rows), .entities(let rows, _): rows
        }
    }
}

/// The snapshots of all parts, by the names of the stores and of the parts.
struct JournalSnapshot: Sendable {
    private(set) var stores: [String: [String: PartSnapshot]] = [:]
    private var lastRow = 0

    /// The parts of a store; nil if there are none.
    func parts(of store: String) -> [String: PartSnapshot]? { stores[store] }

    mutating func remove(_ store: String) { stores[store] = nil }

    /// Replaces the parts of a store.
    mutating func setParts(_ parts: [String: PartSnapshot], of store: String) {
        stores[store] = parts.isEmpty ? nil : parts
    }

    /// Applies a record.
    mutating func apply(_ record: Data) throws(ByteReader.Malformed) {
        var reader = ByteReader(record)
        while !reader.isAtEnd {
            switch try reader.readByte() {
            case RecordKind.removal: remove(try reader.readText())
            case RecordKind.value:
                let place = (try reader.readText(), try reader.readText())
                let piece = JournaledValue(version: try reader.readNumber(), data: try reader.readPiece())
                stores[place.0, default: [:]][place.1] = .value(piece)
            case RecordKind.table: try applyRows(&reader, kind: RecordKind.table)
            case RecordKind.entitiesByField: try applyRows(&reader, kind: RecordKind.entitiesByField)
            case RecordKind.entities: try applyRows(&reader, kind: RecordKind.entities)
            default: throw ByteReader.Malformed()
            }
        }
    }

    private mutating func applyRows(_ reader: inout ByteReader, kind: UInt8) throws(ByteReader.Malformed) {
        let place = (try reader.readText(), try reader.readText())
        let version = try reader.readNumber()
        var rows: Table<PartSnapshot.Row> = []
        // Taken out, so that it is changed in place.
        let isNew = try reader.readByte() == 1
        if let former = stores[place.0]?.removeValue(forKey: place.1)?.rows, !isNew { rows = former }
        try apply(&reader, to: &rows, version)
        let snapshot: PartSnapshot
        switch kind {
        case RecordKind.entities:
            let clock = try reader.readNumber()
            try applyDifferences(&reader, to: &rows, version)
            snapshot = .entities(rows, clock: UInt64(truncatingIfNeeded: clock))
        case RecordKind.entitiesByField:
            try applyDifferencesByField(&reader, to: &rows, version)
            snapshot = .entities(rows, clock: 0)
        default: snapshot = .table(rows)
        }
        stores[place.0, default: [:]][place.1] = snapshot
    }

    private mutating func apply(
        _ reader: inout ByteReader,
        to rows: inout Table<PartSnapshot.Row>,
        _ version: Int
    ) throws(ByteReader.Malformed) {
        func require(_ isFit: Bool) throws(ByteReader.Malformed) { if !isFit { throw ByteReader.Malformed() } }

        var removed: [Int] = []
        for _ in 0..<(try reader.readCount()) { removed.append(try reader.readNumber()) }
        var arriving: [(position: Int, row: PartSnapshot.Row)] = []
        for _ in 0..<(try reader.readCount()) {
            let (old, new) = (try reader.readNumber(), try reader.readNumber())
            try require(rows.indices.contains(old))
            removed.append(old)
            arriving.append((new, rows[old]))
        }
        for position in removed.sorted(by: >) {
            try require(rows.indices.contains(position))
            rows.remove(at: position)
        }
        for _ in 0..<(try reader.readCount()) {
            let position = try reader.readNumber()
            arriving.append((position, makeRow(version, try reader.readPiece())))
        }
        if rows.isEmpty {
            rows = Table(arriving.sorted { $0.position < $1.position }.map(\.row))
        } else {
            for (position, row) in arriving.sorted(by: { $0.position < $1.position }) {
                try require(0...rows.count ~= position)
                rows.insert(row, at: position)
            }
        }
        for _ in 0..<(try reader.readCount()) {
            let position = try reader.readNumber()
            let piece = try reader.readPiece()
            try require(rows.indices.contains(position))
            rows[position].pieces = [JournaledValue(version: version, data: piece)]
        }
    }

    private func applyDifferences(
        _ reader: inout ByteReader,
        to rows: inout Table<PartSnapshot.Row>,
        _ version: Int
    ) throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.readCount()) {
            let isTouch = try reader.readByte() == 1
            let piece = JournaledValue(version: version, data: try reader.readPiece(), isTouch: isTouch)
            for _ in 0..<(try reader.readCount()) {
                let (start, count) = (try reader.readNumber(), try reader.readNumber())
                guard rows.indices.contains(start), count > 0, count <= rows.count - start else {
                    throw ByteReader.Malformed()
                }
                for position in start..<start + count {
                    if isTouch, rows[position].pieces.last?.isTouch == true { rows[position].pieces.removeLast() }
                    rows[position].pieces.append(piece)
                }
            }
        }
    }

    private func applyDifferencesByField(
        _ reader: inout ByteReader,
        to rows: inout Table<PartSnapshot.Row>,
        _ version: Int
    ) throws(ByteReader.Malformed) {
        for _ in 0..<(try reader.readCount()) {
            let position = try reader.readNumber()
            let piece = try reader.readPiece()
            if !rows.indices.contains(position) { throw ByteReader.Malformed() }
            rows[position].pieces.append(JournaledValue(version: version, data: piece))
        }
    }

    private mutating func makeRow(_ version: Int, _ data: Data) -> PartSnapshot.Row {
        lastRow += 1
        return PartSnapshot.Row(id: lastRow, pieces: [JournaledValue(version: version, data: data)])
    }
}

extension JournalSnapshot {
    /// Writes all parts as they were read, on any thread.
    func write(_ emit: (ByteWriter) throws -> Void) rethrows {
        for (store, parts) in stores { try Self.write(parts, of: store, emit) }
    }

    /// Writes the parts of one store as they were read.
    static func write(
        _ parts: [String: PartSnapshot],
        of store: String,
        _ emit: (ByteWriter) throws -> Void
    ) rethrows {
        for (part, snapshot) in parts {
            switch snapshot {
            case .value(let piece):
                var writer = ByteWriter()
                writer.begin(RecordKind.value, store, part, piece.version)
                writer.write(piece.data)
                try emit(writer)
            case .table(let rows): try write(rows, store, part, emit)
            case .entities(let rows, let clock): try write(rows, clock: clock, store, part, emit)
            }
        }
    }

    /// Rows of one version after the other, since a record has one.
    private static func write(
        _ rows: Table<PartSnapshot.Row>,
        clock: UInt64? = nil,
        _ store: String,
        _ part: String,
        _ emit: (ByteWriter) throws -> Void
    ) rethrows {
        var start = 0
        repeat {
            let version = start < rows.count ? rows[start].version : 1
            var end = start
            while end < min(start + SnapshotRows.size, rows.count), rows[end].version == version { end += 1 }
            var writer = ByteWriter()
            var changes = RowChanges()
            changes.insertions = Array(start..<end)
            let kind = clock == nil ? RecordKind.table : RecordKind.entities
            writer.writeRows(kind, store, part, version, isNew: start == 0, changes) { rows[$0].pieces[0].data }
            if let clock {
                let differences = (start..<end).flatMap { row in
                    rows[row].pieces.dropFirst().map { RowDifference($0.data, isTouch: $0.isTouch, at: row) }
                }
                writer.write(clock, differences)
            }
            try emit(writer)
            start = end
        } while start < rows.count
    }
}

extension PartSnapshot.Row {
    fileprivate var version: Int { pieces[0].version }
}

/// The first byte of each change in a record.
package enum RecordKind {
    /// A store: all that was said of it is void, since the member of a family has gone.
    static var removal: UInt8 { 0 }

    /// A store, a part, the version, and the value.
    static var value: UInt8 { 1 }

    /// A store, a part, the version, whether the table was empty before (1), and the changes: the old positions of
    /// deleted rows, the old and new ones of moved rows, the new ones of inserted rows and of modified rows with these.
    static var table: UInt8 { 2 }

    /// The same of entities, and then the differences of some of their records, each behind its new position. It is not
    /// written any more.
    static var entitiesByField: UInt8 { 3 }

    /// The same of entities; then the clock; and then the differences of records: whether times alone are told (1), the
    /// difference, and the new positions of the records that have it, as ranges: their starts and lengths.
    package static var entities: UInt8 { 4 }
}

extension ByteWriter {
    /// Writes the changes of a table, or of entities, with the rows.
    ///
    /// - Parameter isNew: Whether the table was empty before, whatever else was said of it.
    package mutating func writeRows(
        _ kind: UInt8,
        _ store: String,
        _ part: String,
        _ version: Int,
        isNew: Bool,
        _ changes: RowChanges,
        row: (Int) throws -> Data
    ) rethrows {
        begin(kind, store, part, version)
        write(isNew ? 1 : 0 as UInt8)
        write(changes.deletions.count)
        for position in changes.deletions { write(position) }
        write(changes.moves.count)
        for move in changes.moves {
            write(move.old)
            write(move.new)
        }
        write(changes.insertions.count)
        for position in changes.insertions {
            write(position)
            write(try row(position))
        }
        write(changes.modifications.count)
        for pair in changes.modifications {
            write(pair.new)
            write(try row(pair.new))
        }
    }

    /// Writes how entities that were there before have changed.
    package mutating func write(_ clock: UInt64, _ differences: [RowDifference]) {
        write(Int(truncatingIfNeeded: clock))
        write(differences.count)
        for piece in differences {
            write(piece.isTouch ? 1 : 0 as UInt8)
            write(piece.data)
            write(piece.positions.count)
            for range in piece.positions {
                write(range.lowerBound)
                write(range.count)
            }
        }
    }

    /// Writes the beginning of a change: its kind, the store, the part, and the version.
    mutating func begin(_ kind: UInt8, _ store: String, _ part: String, _ version: Int) {
        write(kind)
        write(store)
        write(part)
        write(version)
    }
}
