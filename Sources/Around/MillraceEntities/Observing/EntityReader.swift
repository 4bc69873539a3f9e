import MillraceData
import MillraceSignals

/// What the index knows of a reader.
class AnyEntityReader {
    /// Its node, while it is observed. The node's computation owns the reader.
    fileprivate(set) final weak var node: Node?

    /// The rows to decode again.
    fileprivate final var stale: [DecodedProjection] = []

    /// Marks a projection that is to be decoded again. Returns the node of the reader if this is the first such row.
    final func markStale(_ row: DecodedProjection) -> Node? {
        if row.isStale { return nil }
        row.isStale = true
        stale.append(row)
        return stale.count == 1 ? node : nil
    }
}

/// Decodes the projections of a list of entities, and decodes those again that have changed.
final class EntityReader<Projection: Decodable>: AnyEntityReader {
    typealias Results = [Result<Projection, EntityError>]

    let box = Box<Results>()
    private let hub: EntityHub
    private let idsBox: Box<[EntityID]>
    private var ids: [EntityID] = []
    private var rows: [EntityID: DecodedProjection] = [:]

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
        let decoding = ProjectionDecoding(hub.entities.snapshot)
        let result = Result { () throws(EntityError) in try decoding.decode(Projection.self, id) }
        return (result, decoding.reads)
    }

    /// Decodes what is stale again.
    private func update(_ node: Node) -> Bool {
        if stale.isEmpty { return false }
        let rows = exchange(&stale, with: [])
        var results = box.value
        for row in rows {
            row.isStale = false
            let (result, reads) = decode(row.id)
            hub.setReads(reads, of: row)
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
            let row = left.removeValue(forKey: id) ?? DecodedProjection(id, self)
            if let former, let last = row.positions.first, !row.isStale {
                results.append(former[last])
            } else {
                let (result, reads) = decode(id)
                results.append(result)
                hub.setReads(reads, of: row)
            }
            row.isStale = false
            row.positions = [position]
            rows[id] = row
        }
        stale = []
        for row in left.values { hub.setReads([], of: row) }
        ids = present
        return results
    }

    /// Forgets all, when it is not observed any more.
    func forget(_ alsoValue: Bool) -> AnyObject? {
        for row in rows.values { hub.setReads([], of: row) }
        let former = (exchange(&rows, with: [:]), alsoValue ? box.replaceValue(with: []) : nil)
        stale = []
        ids = []
        node = nil
        return Forgotten(former.0, former.1)
    }
}
