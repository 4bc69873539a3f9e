import MillraceSignals

extension LiveView {
    /// A view of the results of `transform` for each row, in the same order.
    ///
    /// `transform` runs once for each row that has changed. If its result equals the previous one, the row counts as
    /// unchanged. The results must have unique identities, as the rows have. The result keeps this view alive. O(k log
    /// n) for k changes.
    @export(implementation)
    public func map<Row: Identifiable>(_ transform: @escaping (Element) -> Row) -> LiveView<Row> {
        LiveView<Row>(from: [observable.upstream]) {
            Mapping(SourceReader(self), transform)
        } refresh: {
            $0.refresh()
        } output: {
            $1(&$0.output)
        }
    }
}

@usableFromInline
final class Mapping<Element: Identifiable, Row: Identifiable> {
    @exclusivity(unchecked) @usableFromInline var source: SourceReader<Element>
    @usableFromInline let transform: (Element) -> Row
    @usableFromInline let same = Sameness<Row>()
    @exclusivity(unchecked) @usableFromInline var output = NotedRows<Row>()

    @export(implementation)
    init(_ source: SourceReader<Element>, _ transform: @escaping (Element) -> Row) {
        self.source = source
        self.transform = transform
    }

    @export(implementation)
    func refresh() {
        source.read().follow(apply, anew: makeAnew)
        output.rows.era = source.rows.era
        source.release()
    }

    @export(implementation)
    func makeAnew() {
        var rows = TreeBuilder<UInt64, Row>(sizes: source.rows.tree.sizes)
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() { rows.append(.init(entry.key, transform(entry.value))) }
        output.replaceAll(with: Rows(rows.tree(), source.rows.spacing))
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        for index in changes.indices { apply(changes[index]) }
        return true
    }

    @export(implementation)
    func apply(_ change: TreeChange<UInt64, Element>) {
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
