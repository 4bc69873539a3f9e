import MillraceData
import MillraceSignals

/// What the index knows of a reader.
class AnyEntityReader {
    /// Its node, while it is observed. The node's computation owns the reader.
    fileprivate(set) final weak var node: Node?

    /// The rows to decode again.
    fileprivate final var noted: [EntityRow] = []

    /// Notes that a row is to be decoded again. Returns the node of the reader if this is the first such row.
    final func notice(_ row: EntityRow) -> Node? {
        if row.isNoted { return nil }
        row.isNoted = true
        noted.append(row)
        return noted.count == 1 ? node : nil
    }
}

/// Decodes the projections of a list of entities, and decodes those again that have changed.
final class EntityReader<Projection: Decodable>: AnyEntityReader {
    typealias Results = [Result<Projection, EntityError>]

    let box = Box<Results>()
    private let hub: EntityHub
    private let idsBox: Box<[EntityID]>
    private var ids: [EntityID] = []
    private var rows: [EntityID: EntityRow] = [:]

    init(_ hub: EntityHub, _ ids: Observable<[EntityID]>) {
        self.hub = hub
        idsBox = ids.box
    }

    func compute(_ node: Node, _ isKept: Bool) -> Bool {
        let present = idsBox.value
        guard isKept else {
            box.write(present.map { decode($0).result }, of: node)
            return true
        }
        let isFirst = self.node == nil
        self.node = node
        if !isFirst, present == ids { return update(node) }
        box.write(follow(present, isFirst ? nil : box.value), of: node)
        return true
    }

    private func decode(_ id: EntityID) -> (result: Result<Projection, EntityError>, reads: Set<EntityFieldKey>) {
        let reading = EntityReading(hub.store.snapshot)
        let result = Result { () throws(EntityError) in try reading.decode(Projection.self, id) }
        return (result, reading.reads)
    }

    /// Decodes the noted rows again.
    private func update(_ node: Node) -> Bool {
        if noted.isEmpty { return false }
        let rows = exchange(&noted, with: [])
        var results = box.value
        for row in rows {
            row.isNoted = false
            let (result, reads) = decode(row.id)
            hub.note(row, reads: reads)
            for position in row.positions { results[position] = result }
        }
        box.write(results, of: node)
        return true
    }

    /// Decodes the projections of another list; those of entities that were in the former one, and have not changed,
    /// stay.
    private func follow(_ present: [EntityID], _ former: Results?) -> Results {
        var results: Results = []
        results.reserveCapacity(present.count)
        var left = exchange(&rows, with: [:])
        for (position, id) in present.enumerated() {
            if let row = rows[id], let first = row.positions.first {
                results.append(results[first])
                row.positions.append(position)
                continue
            }
            let row = left.removeValue(forKey: id) ?? EntityRow(id, self)
            if let former, let last = row.positions.first, !row.isNoted {
                results.append(former[last])
            } else {
                let (result, reads) = decode(id)
                results.append(result)
                hub.note(row, reads: reads)
            }
            row.isNoted = false
            row.positions = [position]
            rows[id] = row
        }
        noted = []
        for row in left.values { hub.forget(row) }
        ids = present
        return results
    }

    /// Forgets all, when nobody observes any more.
    func forget(_ alsoValue: Bool) -> AnyObject? {
        for row in rows.values { hub.forget(row) }
        let former = (exchange(&rows, with: [:]), alsoValue ? box.replaceValue(with: []) : nil)
        noted = []
        ids = []
        node = nil
        return Forgotten(former.0, former.1)
    }
}
