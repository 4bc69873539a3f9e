import Foundation
import MillraceData
import MillraceEntities
import MillraceSignals

/// What the server has told of entities, kept field by field.
final class EntitiesPart<State>: JournalPart<State> {
    private let path: WritableKeyPath<State, EntityTable>
    private var base: ToldEntities?

    init(_ path: WritableKeyPath<State, EntityTable>, _ name: String) {
        self.path = path
        super.init(name, 1)
    }

    override func restore(_ image: PartImage, _ state: inout State) throws {
        guard case .entities(let rows) = image else { throw UnknownKind(expected: "entities") }
        var table = EntityTable(schema: state[keyPath: path].schema)
        let pieces = try rows.lazy.flatMap(\.pieces).map { piece in
            try JournalCoding.decode(EvictedEntity.self, from: piece.data)
        }
        table.restore(told: pieces)
        state[keyPath: path] = table
        // Where some are left out, positions are others than in the file: then all is written anew.
        if table.count == rows.count { base = table.told }
    }

    override func writeChanges(of state: State, as store: String, _ writer: inout ByteWriter) throws -> (() -> Void)? {
        let present = state[keyPath: path].told
        var changes = present.changes(from: base)
        if base != nil, changes.isEmpty { return nil }
        var news: [(position: Int, data: Data)] = []
        if let base {
            changes.modifications = try changes.modifications.filter { pair in
                let (entity, isAll) = present.news(of: pair, since: base)
                if !isAll { news.append((pair.new, try JournalCoding.encode(entity))) }
                return isAll
            }
        }
        try writer.writeRows(RecordKind.entities, store, name, version, isNew: base == nil, changes) {
            try JournalCoding.encode(present.entity(at: $0))
        }
        writer.write(news.count)
        for (position, data) in news {
            writer.write(position)
            writer.write(data)
        }
        return { [self] in letGoLater(exchange(&base, with: present) as Any) }
    }

    override var snapshot: Writing? {
        guard let base else { return nil }
        let (name, version) = (name, version)
        return { store, emit in
            try RowPieces.forEach(of: base.count) { changes, isFirst in
                var writer = ByteWriter()
                try writer.writeRows(RecordKind.entities, store, name, version, isNew: isFirst, changes) {
                    try JournalCoding.encode(base.entity(at: $0))
                }
                writer.write(0)
                try emit(writer)
            }
        }
    }
}

/// The rows of a snapshot, a thousand at a time.
enum RowPieces {
    static var size: Int { 1_000 }

    /// Calls a function with the insertions of each piece; once also if there is no row.
    static func forEach(of count: Int, _ body: (_ changes: RowChanges, _ isFirst: Bool) throws -> Void) rethrows {
        var start = 0
        repeat {
            var changes = RowChanges()
            changes.insertions = Array(start..<min(start + size, count))
            try body(changes, start == 0)
            start += size
        } while start < count
    }
}
