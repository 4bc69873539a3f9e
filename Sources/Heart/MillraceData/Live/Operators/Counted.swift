import MillraceBase
import MillraceSignals

/// How many rows a group has.
public struct RowCount<Group: Hashable>: Identifiable, Hashable {
    /// The group, which all these rows have in common.
    public let id: Group

    /// The number of rows. Never zero.
    public var count: Int

    /// Creates a count.
    @export(implementation)
    public init(_ id: Group, _ count: Int) {
        self.id = id
        self.count = count
    }
}

extension RowCount: Sendable where Group: Sendable {}

extension LiveView {
    /// A view of the number of rows of each group, in ascending order of the groups.
    ///
    /// ```swift
    /// let counts = messages.counted(by: \.folder)
    /// let unread = counts.observable.map { $0.count(of: "Inbox") }
    /// ```
    ///
    /// It changes only when a number does. A group without rows is not listed. The rows themselves are not kept, so it
    /// costs less than ``grouped(by:)-((Element)->Group)``. The result keeps this view alive. O(k log g) for k changes
    /// and g groups.
    @export(implementation)
    public func counted<Group: Hashable & Comparable>(
        by group: @escaping (Element) -> Group
    ) -> LiveView<RowCount<Group>> {
        LiveView<RowCount<Group>>(from: [observable.upstream]) {
            Counting(SourceReader(self), $0) { TotallyOrdered(group($0)) }.refresh
        }
    }

    /// A view of the number of rows of each group of a grouping that may change.
    ///
    /// Each change of the grouping counts all rows again, in the same turn: O(n). If many numbers differ as a result,
    /// observers receive a reset. The result keeps this view and the grouping alive.
    @export(implementation)
    public func counted<Group: Hashable & Comparable>(
        by group: Observable<(Element) -> Group>
    ) -> LiveView<RowCount<Group>> {
        LiveView<RowCount<Group>>(
            from: [observable.upstream],
            setting: group,
            madeAgain: { group, output in
                Counting(SourceReader(self), output) { TotallyOrdered(group($0)) }.refresh
            }
        )
    }
}

extension Rows {
    /// The number of rows of a group, 0 if there are none. O(log² g) for g groups.
    @export(implementation)
    public func count<Group: Hashable & Comparable>(of group: Group) -> Int where Element == RowCount<Group> {
        let position = partitioningIndex { !($0.id < group) }
        return position < count && self[position].id == group ? self[position].count : 0
    }
}

@usableFromInline
final class Counting<Element: Identifiable, Group: Hashable & Comparable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let group: (Element) -> TotallyOrdered<Group>
    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<TotallyOrdered<Group>, RowCount<Group>>

    @export(implementation)
    init(
        _ source: SourceReader<Element>,
        _ output: EditedRows<RowCount<Group>>,
        _ group: @escaping (Element) -> TotallyOrdered<Group>
    ) {
        self.source = source
        ranked = RankedRows(output)
        self.group = group
    }

    @export(implementation)
    func refresh() {
        source.follow(into: ranked.rows, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        var counts = TotalDictionary<Group, Int>()
        var iterator = source.rows.tree.makeIterator()
        while let element = iterator.nextValue() { counts.add(1, to: group(element)) }
        let entries = counts.entries
        ranked.replaceAll(count: entries.count, like: source.rows) { add in
            for (group, count) in entries { add(group, RowCount(group.key, count)) }
        }
    }

    /// Applies changes: sums up the gains and losses of each group, and then changes each group once. Returns false if
    /// a group would have fewer than no rows, because an object was mutated or the closure is not pure.
    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        var gains = TotalDictionary<Group, Int>()
        for change in changes {
            if let element = change.old { gains.add(-1, to: group(element)) }
            if let element = change.new { gains.add(1, to: group(element)) }
        }
        // In order, so that labels do not depend on the order of hashes.
        for (group, gain) in gains.entries where gain != 0 {
            let count = (ranked.row(of: group)?.count ?? 0) + gain
            if count < 0 { return false }
            if count == 0 { ranked.remove(group) } else { ranked.set(RowCount(group.key, count), for: group) }
        }
        return true
    }
}
