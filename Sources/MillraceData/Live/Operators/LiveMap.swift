import MillraceSignals

extension LiveView {
    /// A view of the results of `transform` for each row, in the same order.
    ///
    /// `transform` runs once for each row that has changed. If its result equals the previous one, the row counts as
    /// unchanged. The results must have unique identities, as the rows have. The result keeps this view alive. O(k log
    /// n) for k changes.
    @export(implementation)
    public func map<Row: Identifiable>(_ transform: @escaping (Element) -> Row) -> LiveView<Row> {
        LiveView<Row>(from: [observable.upstream]) { Mapping(SourceReader(self), transform) }
    }
}

@usableFromInline
struct Mapping<Element: Identifiable, Row: Identifiable>: SourceOperator {
    @usableFromInline var source: SourceReader<Element>
    @usableFromInline let transform: (Element) -> Row
    @usableFromInline let same = Sameness<Row>()
    @usableFromInline var output = NotedRows<Row>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ transform: @escaping (Element) -> Row) {
        self.source = source
        self.transform = transform
    }

    @export(implementation)
    mutating func makeAnew() {
        var rows = TreeBuilder<UInt64, Row>(sizes: source.rows.tree.sizes)
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() { rows.append(.init(entry.key, transform(entry.value))) }
        output.replaceAll(with: Rows(rows.tree(), source.rows.spacing))
    }

    @export(implementation)
    mutating func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        for index in changes.indices { apply(changes[index]) }
        return true
    }

    @export(implementation)
    mutating func apply(_ change: TreeChange<UInt64, Element>) {
        let label = change.key
        guard let element = change.new else {
            output.remove(label)
            return
        }
        let row = transform(element)
        if change.old == nil {
            output.insert(row, for: label)
        } else {
            output.replace(row, for: label, same)
        }
    }
}
