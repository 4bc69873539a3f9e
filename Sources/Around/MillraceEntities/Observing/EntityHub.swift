import MillraceData
import MillraceSignals

/// Where changes of entities are told apart: from the field that changed to the projections that read it.
final class EntityHub {
    /// The store as it is; a change is passed on to those projections alone that read what has changed.
    let observable: Observable<EntityStore>

    private let index: EntityIndex

    init(_ source: Observable<EntityStore>) {
        let (input, box, index) = (source.box, Box<EntityStore>(), EntityIndex())
        self.index = index
        observable = Observable(
            from: [source.upstream],
            box: box,
            remembering: { node, isKept in
                let new = input.value
                let changes = isKept && box.holds { _ in true } ? new.changes(from: box.value) : []
                box.write(new, of: node)
                node.passOn(to: index.nodes(reading: changes))
                return false
            },
            forget: { alsoValue in
                alsoValue ? Forgotten(box.replaceValue(with: EntityStore(schema: input.value.schema))) : nil
            }
        )
    }

    var store: EntityStore { observable.box.value }

    /// The entities that the rows read.
    var observed: Set<EntityID> { index.ids }

    /// Replaces what a row reads.
    func note(_ row: EntityRow, reads: Set<EntityFieldKey>) { index.note(row, reads: reads) }

    /// Forgets a row.
    func forget(_ row: EntityRow) { index.note(row, reads: []) }
}

/// One decoded projection of a reader.
final class EntityRow {
    let id: EntityID
    unowned let reader: AnyEntityReader
    fileprivate(set) var reads: Set<EntityFieldKey> = []

    /// Its positions in the list of the reader.
    var positions: [Int] = []
    var isNoted = false

    init(_ id: EntityID, _ reader: AnyEntityReader) {
        self.id = id
        self.reader = reader
    }
}

/// From everything that can change to the rows that read it.
private final class EntityIndex {
    private enum Rows {
        case one(EntityRow)
        case many([ObjectIdentifier: EntityRow])
    }

    private var rows: [EntityFieldKey: Rows] = [:]

    var ids: Set<EntityID> { Set(rows.keys.lazy.map(\.id)) }

    func note(_ row: EntityRow, reads: Set<EntityFieldKey>) {
        if row.reads == reads { return }
        for key in row.reads where !reads.contains(key) { remove(row, key) }
        for key in reads where !row.reads.contains(key) { add(row, key) }
        row.reads = reads
    }

    private func add(_ row: EntityRow, _ key: EntityFieldKey) {
        switch rows[key] {
        case nil: rows[key] = .one(row)
        case .one(let other):
            rows[key] = .many([ObjectIdentifier(other): other, ObjectIdentifier(row): row])
        case .many(var many):
            rows[key] = nil
            many[ObjectIdentifier(row)] = row
            rows[key] = .many(many)
        }
    }

    private func remove(_ row: EntityRow, _ key: EntityFieldKey) {
        guard case .many(var many) = rows[key] else {
            rows[key] = nil
            return
        }
        rows[key] = nil
        many[ObjectIdentifier(row)] = nil
        if !many.isEmpty { rows[key] = .many(many) }
    }

    /// The nodes of the rows that read something that has changed. Each of these rows is noted by its reader.
    func nodes(reading changes: [EntityFieldKey]) -> [Node] {
        var nodes: [Node] = []
        func notice(_ row: EntityRow) {
            if let node = row.reader.notice(row) { nodes.append(node) }
        }
        for change in changes {
            switch rows[change] {
            case nil: continue
            case .one(let row): notice(row)
            case .many(let many): many.values.forEach(notice)
            }
        }
        return nodes
    }
}
