import MillraceSignals

extension LiveView {
    /// A view of the results of `transform` for each row, in the same order.
    ///
    /// `transform` runs once for each row that has changed. If its result equals the previous one, the row counts as
    /// unchanged. The results must have unique identities, as the rows have. The result keeps this view alive. O(k log
    /// n) for k changes.
    @export(implementation)
    public func map<Row: Identifiable>(_ transform: @escaping (Element) -> Row) -> LiveView<Row> {
        LiveView<Row>(from: [observable.upstream]) { Mapping(SourceReader(self), $0, transform).refresh }
    }

    /// A view of the results for each row of a transform which may change, in the same order.
    ///
    /// ```swift
    /// let lines = messages.map(search.map { text in { Line($0, marking: text) } })
    /// ```
    ///
    /// Each change of the transform runs it for all rows, in the same turn: O(n). If few results differ, observers
    /// receive only these; if many do, a reset. The result keeps this view and the transform alive.
    @export(implementation)
    public func map<Row: Identifiable>(_ transform: Observable<(Element) -> Row>) -> LiveView<Row> {
        LiveView<Row>(
            from: [observable.upstream],
            setting: transform,
            madeAgain: { Mapping(SourceReader(self), $1, $0).refresh }
        )
    }
}

@usableFromInline
final class Mapping<Element: Identifiable, Row: Identifiable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let transform: (Element) -> Row
    @usableFromInline let same = Sameness<Row>()
    @usableFromInline let output: EditedRows<Row>

    @export(implementation)
    init(_ source: SourceReader<Element>, _ output: EditedRows<Row>, _ transform: @escaping (Element) -> Row) {
        (self.source, self.output) = (source, output)
        self.transform = transform
    }

    @export(implementation)
    func refresh() {
        source.follow(into: output, apply, anew: makeAnew)
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
            output.set(row, for: label, same)
        }
    }
}
