import MillraceSignals

extension LiveView {
    /// A view of the rows in ascending order of a key; rows with equal keys keep their order. Keys that do not equal
    /// themselves, such as NaN, come last.
    ///
    /// ```swift
    /// let byName = people.sorted(by: \.name)
    /// ```
    ///
    /// `key` runs twice for each changed row: for its old and its new value. The result keeps this view alive. O(k log
    /// n) for k changes.
    @export(implementation)
    public func sorted<Key: Comparable>(
        by key: @escaping (Element) -> Key,
        descending: Bool = false
    ) -> LiveView<Element> {
        if descending {
            return LiveView(from: [observable.upstream]) {
                Sorting(SourceReader(self), $0) { TotallyOrdered(Descending(key($0))) }.refresh
            }
        }
        return LiveView(from: [observable.upstream]) {
            Sorting(SourceReader(self), $0) { TotallyOrdered(key($0)) }.refresh
        }
    }

    /// A view of the rows in an order given by a predicate; equivalent rows keep their order.
    ///
    /// ```swift
    /// let tasks = all.sorted { ($0.priority, $0.title) < ($1.priority, $1.title) }
    /// ```
    ///
    /// The result keeps this view alive. O(k log n) for k changes.
    ///
    /// - Parameter areInIncreasingOrder: A strict weak order. It runs O(log n) times for each changed row.
    @export(implementation)
    public func sorted(by areInIncreasingOrder: @escaping (Element, Element) -> Bool) -> LiveView<Element> {
        LiveView(from: [observable.upstream]) {
            Sorting(SourceReader(self), $0) { Ordered($0, areInIncreasingOrder) }.refresh
        }
    }

    /// A view of the rows in an order that may change.
    ///
    /// Each change of the order sorts all rows again, in the same turn: O(n log n). If many rows have moved as a
    /// result, observers receive a reset. The result keeps this view and the order alive.
    @export(implementation)
    public func sorted(by areInIncreasingOrder: Observable<(Element, Element) -> Bool>) -> LiveView<Element> {
        LiveView(
            from: [observable.upstream],
            setting: areInIncreasingOrder,
            madeAgain: { isLess, output in
                Sorting(SourceReader(self), output) { Ordered($0, isLess) }.refresh
            }
        )
    }
}

/// A key whose order is reversed: the greatest comes first.
@usableFromInline
struct Descending<Key: Comparable>: Comparable {
    @usableFromInline let key: Key

    @export(implementation)
    init(_ key: Key) { self.key = key }

    @export(implementation)
    static func < (left: Descending, right: Descending) -> Bool { right.key < left.key }
}

/// An element that is its own key, ordered by a closure.
@usableFromInline
struct Ordered<Element>: Comparable {
    @usableFromInline let element: Element
    @usableFromInline let isLess: (Element, Element) -> Bool

    @export(implementation)
    init(_ element: Element, _ isLess: @escaping (Element, Element) -> Bool) {
        self.element = element
        self.isLess = isLess
    }

    @export(implementation)
    static func < (left: Ordered, right: Ordered) -> Bool { left.isLess(left.element, right.element) }

    @export(implementation)
    static func == (left: Ordered, right: Ordered) -> Bool {
        !left.isLess(left.element, right.element) && !left.isLess(right.element, left.element)
    }
}

@usableFromInline
final class Sorting<Element: Identifiable, Key: Comparable> {
    @usableFromInline let source: SourceReader<Element>
    @usableFromInline let key: (Element) -> Key
    @exclusivity(unchecked) @usableFromInline var ranked: RankedRows<SortKey<Key>, Element>

    @export(implementation)
    init(_ source: SourceReader<Element>, _ output: EditedRows<Element>, _ key: @escaping (Element) -> Key) {
        self.source = source
        ranked = RankedRows(output)
        self.key = key
    }

    @export(implementation)
    func refresh() {
        source.follow(into: ranked.rows, apply, anew: makeAnew)
    }

    @export(implementation)
    func makeAnew() {
        // The keys are sorted alone. The sort is stable, so it needs no labels.
        var keys: ContiguousArray<(key: Key, place: Tree<UInt64, Element>.Place)> = []
        keys.reserveCapacity(source.rows.count)
        var iterator = source.rows.tree.makeIterator()
        while iterator.advances() { keys.append((iterator.place.lendValue(to: key), iterator.place)) }
        keys.sort { $0.key < $1.key }
        ranked.replaceAll(count: keys.count, like: source.rows) { add in
            for (key, place) in keys { add(SortKey(key, place.pointee.key), place.pointee.value) }
        }
    }

    /// Applies changes. Returns false if a row is not found by its key, because an object was mutated or the closure is
    /// not pure.
    @export(implementation)
    func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        ranked.rows.changes.reserveCapacity(2 * changes.count)
        for index in changes.indices {
            let label = changes[index].key
            let before = changes[index].old.map { SortKey(key($0), label) }
            let after = changes[index].new.map { SortKey(key($0), label) }
            let staysInPlace = before != nil && before == after
            if let before, !staysInPlace, !ranked.remove(before) { return false }
            guard let after, let element = changes[index].new else { continue }
            // A row has one label, so a new key is not there yet.
            if staysInPlace { ranked.set(element, for: after) } else { ranked.insert(element, for: after) }
        }
        return ranked.order.count == source.rows.count
    }
}
