import MillraceSignals

extension LiveView {
    /// A view of all the rows that `transform` returns for each row, concatenated.
    ///
    /// ```swift
    /// let lines = orders.flatMap { order in order.items.map { Line(order, $0) } }
    /// ```
    ///
    /// When a row changes, its previous results are replaced by the new ones; a result that is equal at the same index
    /// counts as unchanged. All results must have unique identities. The result keeps this view alive. O(k log n) for k
    /// results of the rows that change.
    @export(implementation)
    public func flatMap<Row: Identifiable>(_ transform: @escaping (Element) -> [Row]) -> LiveView<Row> {
        LiveView<Row>(from: [observable.upstream]) { Flattening(SourceReader(self), $0, transform).refresh }
    }
}

@usableFromInline
final class Flattening<Element: Identifiable, Row: Identifiable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let transform: (Element) -> [Row]

    /// The results by the labels of their rows and, of each row, by their indices.
    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<SortKey<UInt64>, Row>

    @export(implementation)
    init(_ source: SourceReader<Element>, _ output: EditedRows<Row>, _ transform: @escaping (Element) -> [Row]) {
        self.source = source
        ranked = RankedRows(output)
        self.transform = transform
    }

    @export(implementation)
    func refresh() {
        source.follow(into: ranked.rows, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        var entries: [(key: SortKey<UInt64>, row: Row)] = []
        for entry in source.rows.tree {
            for (part, row) in transform(entry.value).enumerated() {
                entries.append((SortKey(entry.key, UInt64(part)), row))
            }
        }
        ranked.replaceAll(count: entries.count, like: source.rows) { add in for (key, row) in entries { add(key, row) }
        }
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        for change in changes { apply(change) }
        return true
    }

    @export(implementation)
    func apply(_ change: TreeChange<UInt64, Element>) {
        let label = change.key
        let first = ranked.order.rank(of: SortKey(label, 0))
        let former = ranked.order.rank(of: SortKey(label, .max)) - first
        let rows = change.new.map(transform) ?? []
        for part in rows.indices { ranked.set(rows[part], for: SortKey(label, UInt64(part))) }
        for part in stride(from: former - 1, through: rows.count, by: -1) {
            ranked.remove(SortKey(label, UInt64(part)))
        }
    }
}
