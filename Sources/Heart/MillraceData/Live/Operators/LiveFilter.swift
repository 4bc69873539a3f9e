import MillraceBase
import MillraceSignals

extension LiveView {
    /// A view of the rows that satisfy a condition, in their order.
    ///
    /// A row that no longer satisfies the condition is deleted, and one that begins to satisfy it is inserted.
    /// `isIncluded` runs once for each row that has changed. The result keeps this view alive. O(k log n) for k
    /// changes.
    @export(implementation)
    public func filter(
        file: StaticString = #fileID,
        line: UInt = #line,
        _ isIncluded: @escaping (Element) -> Bool
    ) -> LiveView<Element> {
        LiveView(from: [observable.upstream]) { Filter(SourceReader(self), $0, isIncluded, file, line).refresh }
    }

    /// A view of the rows that satisfy a condition which may change, in their order.
    ///
    /// ```swift
    /// let found = messages.filter(search.map { text in { $0.subject.contains(text) } })
    /// ```
    ///
    /// Each change of the condition evaluates all rows, in the same turn: O(n). If few rows differ as a result, only
    /// these are inserted and deleted; if many do, observers receive a reset. The result keeps this view and the
    /// condition alive.
    @export(implementation)
    public func filter(
        file: StaticString = #fileID,
        line: UInt = #line,
        _ isIncluded: Observable<(Element) -> Bool>
    ) -> LiveView<Element> {
        LiveView(from: [observable.upstream], setting: isIncluded) { condition, output in
            let filter = Filter(SourceReader(self), output, condition, file, line)
            return { other in
                if let other { filter.refresh(adopting: other) } else { filter.refresh() }
            }
        }
    }
}

@usableFromInline
final class Filter<Element: Identifiable> {
    @usableFromInline let source: SourceReader<Element>
    @exclusivity(unchecked) @usableFromInline var isIncluded: (Element) -> Bool

    /// Where the view was made, for the message about a condition that is not pure.
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let output: EditedRows<Element>

    @export(implementation)
    init(
        _ source: SourceReader<Element>,
        _ output: EditedRows<Element>,
        _ isIncluded: @escaping (Element) -> Bool,
        _ file: StaticString,
        _ line: UInt
    ) {
        (self.source, self.output) = (source, output)
        self.isIncluded = isIncluded
        self.file = file
        self.line = line
    }

    @export(implementation)
    func refresh() {
        source.follow(into: output, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        var included = TreeBuilder<UInt64, Element>(sizes: source.rows.tree.sizes)
        var iterator = source.rows.tree.makeIterator()
        while iterator.advances() {
            if iterator.place.lendValue(to: isIncluded) { included.append(iterator.place.pointee) }
        }
        output.replaceAll(with: Rows(included.tree(), source.rows.spacing))
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        output.changes.reserveCapacity(changes.count)
        for index in changes.indices { apply(changes[index]) }
        return true
    }

    /// Whether a row is included already is looked up rather than evaluated again, so an impure condition can leave a
    /// row where it does not belong, but cannot corrupt the view.
    @export(implementation)
    func apply(_ change: TreeChange<UInt64, Element>) {
        let label = change.key
        let wasIncluded = change.old != nil && output.tree.contains(label)
        #if DEBUG
        if !(Element.self is AnyClass), let old = change.old, isIncluded(old) != wasIncluded {
            stop(
                """
                LiveView.filter: the closure gives another answer than before for an element that has not changed. \
                To fix: let it depend on the element alone; what else it depends on belongs in an observable condition. \
                (A release build goes on.)
                """,
                file: file,
                line: line
            )
        }
        #endif
        guard let element = change.new, isIncluded(element) else {
            if wasIncluded { output.remove(label) }
            return
        }
        if wasIncluded { output.update(element, for: label) } else { output.insert(element, for: label) }
    }
}

extension Filter {
    /// Reads the source, and applies another condition. The former one is not called any more: it may know nothing of
    /// the present rows.
    @export(implementation)
    func refresh(adopting condition: @escaping (Element) -> Bool) {
        letGoLater(exchange(&isIncluded, with: condition))
        switch source.read() {
        case .anew: makeAnew()
        case .changes(let changes):
            for change in changes where output.tree.contains(change.key) {
                if let element = change.new {
                    output.update(element, for: change.key)
                } else {
                    output.remove(change.key)
                }
            }
            fallthrough
        case .same: reconsider()
        }
        output.rows.era = source.rows.era
        source.release()
    }

    /// Evaluates all rows. Those that are included already are rows of the source.
    @export(implementation)
    func reconsider() {
        let limit = ChangeCache<Element>.budget(source.rows.count)
        var differing: ContiguousArray<(label: UInt64, arriving: Element?)> = []
        var (rows, included) = (source.rows.tree.makeIterator(), output.tree.makeIterator())
        var next = included.next()?.key
        while let entry = rows.next() {
            let wasIncluded = next == entry.key
            if wasIncluded { next = included.next()?.key }
            if isIncluded(entry.value) == wasIncluded { continue }
            differing.append((entry.key, wasIncluded ? nil : entry.value))
            if differing.count > limit { return makeAnew() }
        }
        for row in differing {
            if let element = row.arriving {
                output.insert(element, for: row.label)
            } else {
                output.remove(row.label)
            }
        }
    }
}
