import MillraceData
import MillraceSignals

/// Where changes of entities are told apart: from the field that changed to the projections that read it.
final class EntityHub {
    /// The entities as they are; a change is passed on to those projections alone that read what has changed.
    let observable: Observable<EntityTable>

    private let index: EntityIndex

    init(_ source: Observable<EntityTable>) {
        let (input, box, index) = (source.box, Box<EntityTable>(), EntityIndex())
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
                alsoValue ? Forgotten(box.replaceValue(with: EntityTable(schema: input.value.schema))) : nil
            }
        )
    }

    var entities: EntityTable { observable.box.value }

    /// The entities that the projections read.
    var observed: Set<EntityID> { index.ids }

    /// Replaces what a projection reads.
    func setReads(_ reads: Set<EntityFieldKey>, of row: DecodedProjection) { index.setReads(reads, of: row) }
}

/// One decoded projection of a reader.
final class DecodedProjection {
    let id: EntityID
    unowned let reader: AnyEntityReader
    fileprivate(set) var reads: Set<EntityFieldKey> = []

    /// Its positions in the list of the reader.
    var positions: [Int] = []
    var isStale = false

    init(_ id: EntityID, _ reader: AnyEntityReader) {
        self.id = id
        self.reader = reader
    }
}

/// From everything that can change to the rows that read it.
private final class EntityIndex {
    private enum Dependents {
        case one(DecodedProjection)
        case many([ObjectIdentifier: DecodedProjection])
    }

    private var rows: [EntityFieldKey: Dependents] = [:]

    var ids: Set<EntityID> { Set(rows.keys.lazy.map(\.id)) }

    func setReads(_ reads: Set<EntityFieldKey>, of row: DecodedProjection) {
        if row.reads == reads { return }
        for key in row.reads where !reads.contains(key) { remove(row, key) }
        for key in reads where !row.reads.contains(key) { add(row, key) }
        row.reads = reads
    }

    private func add(_ row: DecodedProjection, _ key: EntityFieldKey) {
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

    private func remove(_ row: DecodedProjection, _ key: EntityFieldKey) {
        guard case .many(var many) = rows[key] else {
            rows[key] = nil
            return
        }
        rows[key] = nil
        many[ObjectIdentifier(row)] = nil
        if !many.isEmpty { rows[key] = .many(many) }
    }

    /// The nodes of the rows that read something that has changed. Each of these rows is marked as stale by its reader.
    func nodes(reading changes: [EntityFieldKey]) -> [Node] {
        var nodes: [Node] = []
        func markStale(_ row: DecodedProjection) {
            if let node = row.reader.markStale(row) { nodes.append(node) }
        }
        for change in changes {
            switch rows[change] {
            case nil: continue
            case .one(let row): markStale(row)
            case .many(let many): many.values.forEach(markStale)
            }
        }
        return nodes
    }
}
