import MillraceSignals

extension LiveView {
    /// A view of the rows whose identity is also in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func intersection<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, \.id) { own, other in other == nil ? nil : own }
                .refresh
        }
    }

    /// A view of the rows whose identity is not in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func subtracting<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Joining(SourceReader(self), SourceReader(other), $0, \.id) { own, other in other == nil ? own : nil }
                .refresh
        }
    }

    /// A view of this view's rows, followed by the rows of another view whose identity is not in this one.
    ///
    /// For an identity that is in both, this view's row is used, at its position here. The result keeps both views
    /// alive. O(k log n) for k changes.
    @export(implementation)
    public func union(_ other: LiveView<Element>) -> LiveView<Element> {
        LiveView(from: [observable.upstream, other.observable.upstream]) { output in
            let others = Joining(SourceReader(other), SourceReader(self), EditedRows(), \.id) { other, own in
                own == nil ? other : nil
            }
            return Union(SourceReader(self), others, output).refresh
        }
    }
}

/// The rows of one view, followed by those of another.
@usableFromInline
final class Union<Element: Identifiable> {
    @usableFromInline let first: SourceReader<Element>
    @usableFromInline let second: Joining<Element, Element, Element>

    /// The rows by their view, 0 or 1, and by their labels there.
    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<SortKey<Int>, Element>

    @export(implementation)
    init(
        _ first: SourceReader<Element>,
        _ second: Joining<Element, Element, Element>,
        _ output: EditedRows<Element>
    ) {
        (self.first, self.second) = (first, second)
        ranked = RankedRows(output)
    }

    @export(implementation)
    func refresh() {
        let reading = first.read()
        let changes = refreshSecond()
        switch (reading, changes) {
        case (.anew, _), (_, nil): makeAnew()
        case (.same, let changes?): apply(changes, 1)
        case (.changes(let own), let changes?):
            apply(own, 0)
            apply(changes, 1)
        }
        ranked.rows.rows.era = first.rows.era &+ second.output.rows.era
        first.release()
    }

    /// Updates the rows of the second view. Returns their changes; nil if there are too many.
    @export(implementation)
    func refreshSecond() -> ContiguousArray<TreeChange<UInt64, Element>>? {
        second.refresh()
        let (changes, former) = second.output.takeChanges(ranked.same)
        guard let former else { return changes }
        let limit = ChangeCache<Element>.budget(second.output.tree.count)
        defer { letGoLater(former) }
        return second.output.tree.changes(from: former.tree, limit: limit, ranked.same)
    }

    @export(implementation)
    func makeAnew() {
        let count = first.rows.count + second.output.tree.count
        ranked.replaceAll(count: count, like: first.rows) { add in
            for entry in first.rows.tree { add(SortKey(0, entry.key), entry.value) }
            for entry in second.output.tree { add(SortKey(1, entry.key), entry.value) }
        }
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>, _ side: Int) {
        for change in changes {
            let key = SortKey(side, change.key)
            if let element = change.new { ranked.set(element, for: key) } else { ranked.remove(key) }
        }
    }
}
