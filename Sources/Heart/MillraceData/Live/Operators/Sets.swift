import MillraceSignals

extension LiveView {
    /// A view of the rows whose identity is also in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func intersection<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Membership(SourceReader(self), SourceReader(other), $0, isWanted: true).refresh
        }
    }

    /// A view of the rows whose identity is not in another view.
    ///
    /// The rows are this view's, in its order. The result keeps both views alive. O(k log n) for k changes.
    @export(implementation)
    public func subtracting<Other: Identifiable>(_ other: LiveView<Other>) -> LiveView<Element>
    where Other.ID == Element.ID {
        LiveView(from: [observable.upstream, other.observable.upstream]) {
            Membership(SourceReader(self), SourceReader(other), $0, isWanted: false).refresh
        }
    }

    /// A view of this view's rows, followed by the rows of another view whose identity is not in this one.
    ///
    /// For an identity that is in both, this view's row is used, at its position here. The result keeps both views
    /// alive. O(k log n) for k changes.
    @export(implementation)
    public func union(_ other: LiveView<Element>) -> LiveView<Element> {
        LiveView(from: [observable.upstream, other.observable.upstream]) { output in
            let others = Membership(SourceReader(other), SourceReader(self), EditedRows(), isWanted: false)
            return Union(SourceReader(self), others, output).refresh
        }
    }
}

/// The rows whose identity is, or is not, in another view. They keep the labels of the source.
@usableFromInline
final class Membership<Element: Identifiable, Other: Identifiable> where Other.ID == Element.ID {
    @usableFromInline let first: SourceReader<Element>
    @usableFromInline let second: SourceReader<Other>
    @usableFromInline let isWanted: Bool
    @exclusivity(unchecked) @usableFromInline var labels = KeyIndex<Element.ID>()
    @exclusivity(unchecked) @usableFromInline var others = KeyIndex<Element.ID>()
    @usableFromInline let output: EditedRows<Element>
    @usableFromInline let same = Sameness<Element>()

    @export(implementation)
    init(
        _ source: SourceReader<Element>,
        _ other: SourceReader<Other>,
        _ output: EditedRows<Element>,
        isWanted: Bool
    ) {
        (first, second, self.output) = (source, other, output)
        self.isWanted = isWanted
    }

    @export(implementation)
    func refresh() {
        follow(first, applyFirst, second, applySecond, into: output, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        labels = KeyIndex(first.rows, \.id)
        others = KeyIndex(second.rows, \.id)
        var entries: ContiguousArray<Tree<UInt64, Element>.Node.Entry> = []
        var iterator = first.rows.tree.makeIterator()
        while let entry = iterator.next() {
            if isIncluded(entry.value.id) { entries.append(entry) }
        }
        output.replaceAll(with: Rows(ascending: entries, like: first.rows.tree.sizes, first.rows.spacing))
    }

    @export(implementation)
    func isIncluded(_ id: Element.ID) -> Bool { (others.first(id) != nil) == isWanted }

    /// Applies changes of the source.
    @export(implementation)
    func applyFirst(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) {
        for change in changes {
            labels.update(change.key, from: change.old?.id, to: change.new?.id)
            show(change.key)
        }
    }

    /// Applies changes of the other view.
    @export(implementation)
    func applySecond(_ changes: ContiguousArray<TreeChange<UInt64, Other>>) {
        for change in changes { others.update(change.key, from: change.old?.id, to: change.new?.id) }
        for change in changes {
            if let old = change.old { showAll(old.id) }
            if let new = change.new, new.id != change.old?.id { showAll(new.id) }
        }
    }

    /// Inserts or removes all rows of an identity.
    @export(implementation)
    func showAll(_ id: Element.ID) {
        for label in labels.labels(of: id) { show(label) }
    }

    /// Inserts or removes the row of a label.
    @export(implementation)
    func show(_ label: UInt64) {
        if let element = first.rows.tree.value(of: label), isIncluded(element.id) {
            output.set(element, for: label, same)
        } else if output.tree.contains(label) {
            output.remove(label)
        }
    }
}

/// A position in the first or the second of two views.
@usableFromInline
struct SideLabel: Comparable {
    @usableFromInline let side: Int
    @usableFromInline let label: UInt64

    @export(implementation)
    init(_ side: Int, _ label: UInt64) {
        self.side = side
        self.label = label
    }

    @export(implementation)
    static func < (left: SideLabel, right: SideLabel) -> Bool {
        left.side == right.side ? left.label < right.label : left.side < right.side
    }
}

/// The rows of one view, followed by those of another.
@usableFromInline
final class Union<Element: Identifiable> {
    @usableFromInline let first: SourceReader<Element>
    @usableFromInline let second: Membership<Element, Element>

    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<SideLabel, Element>

    @export(implementation)
    init(
        _ first: SourceReader<Element>,
        _ second: Membership<Element, Element>,
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

    /// Updates the rows of the second view. Returns what has changed in them; nil if that is too much.
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
        var entries: [(key: SideLabel, row: Element)] = []
        entries.reserveCapacity(first.rows.count + second.output.tree.count)
        for entry in first.rows.tree { entries.append((SideLabel(0, entry.key), entry.value)) }
        for entry in second.output.tree { entries.append((SideLabel(1, entry.key), entry.value)) }
        ranked.replaceAll(with: entries, like: first.rows)
    }

    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>, _ side: Int) {
        for change in changes {
            let key = SideLabel(side, change.key)
            if let element = change.new { ranked.set(element, for: key) } else { ranked.remove(key) }
        }
    }
}
