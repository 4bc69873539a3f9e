import MillraceSignals

extension LiveView {
    /// A view of the rows by ascending keys; rows of equal keys keep their order.
    ///
    /// ```swift
    /// let byName = people.sorted(by: \.name)
    /// ```
    ///
    /// `key` runs twice for a row that has changed, for what it was and for what it is. It keeps this view. O(k log n) for k
    /// changes.
    @inlinable
    public func sorted<Key: Comparable>(
        by key: @escaping (Element) -> Key,
        descending: Bool = false
    ) -> LiveView<Element> {
        if descending {
            return LiveView(from: [observable.upstream]) { Sorting(SourceReader(self)) { Descending(key($0)) } }
        }
        return LiveView(from: [observable.upstream]) { Sorting(SourceReader(self), key) }
    }

    /// A view of the rows in an order; rows of which neither comes before the other keep theirs.
    ///
    /// ```swift
    /// let tasks = all.sorted { ($0.priority, $0.title) < ($1.priority, $1.title) }
    /// ```
    ///
    /// - Parameter areInIncreasingOrder: A strict weak order. It runs O(log n) times for a row that has changed.
    @inlinable
    public func sorted(by areInIncreasingOrder: @escaping (Element, Element) -> Bool) -> LiveView<Element> {
        LiveView(from: [observable.upstream]) { Sorting(SourceReader(self)) { Ordered($0, areInIncreasingOrder) } }
    }

    /// A view of the rows in an order that may change.
    ///
    /// With each change of the order all rows are sorted again, in that turn, and the view says that it was reset:
    /// O(n log n). It keeps this view and the order.
    @inlinable
    public func sorted(by areInIncreasingOrder: Observable<(Element, Element) -> Bool>) -> LiveView<Element> {
        let setting = areInIncreasingOrder.map { Setting($0) }
        return LiveView(from: [observable.upstream, setting.upstream]) {
            Settable(SettingReader(setting)) { isLess in Sorting(SourceReader(self)) { Ordered($0, isLess) } }
        }
    }
}

/// A key by which the greatest comes first.
@usableFromInline
struct Descending<Key: Comparable>: Comparable {
    @usableFromInline let key: Key

    @inlinable
    init(_ key: Key) { self.key = key }

    @inlinable
    static func < (left: Descending, right: Descending) -> Bool { right.key < left.key }
}

/// An element as its own key, in an order that is a closure.
@usableFromInline
struct Ordered<Element>: Comparable {
    @usableFromInline let element: Element
    @usableFromInline let isLess: (Element, Element) -> Bool

    @inlinable
    init(_ element: Element, _ isLess: @escaping (Element, Element) -> Bool) {
        self.element = element
        self.isLess = isLess
    }

    @inlinable
    static func < (left: Ordered, right: Ordered) -> Bool { left.isLess(left.element, right.element) }

    @inlinable
    static func == (left: Ordered, right: Ordered) -> Bool {
        !left.isLess(left.element, right.element) && !left.isLess(right.element, left.element)
    }
}

/// A key, and the label of the source, by which rows of equal keys keep their order.
@usableFromInline
struct SortKey<Key: Comparable>: Comparable {
    @usableFromInline let key: Key
    @usableFromInline let label: UInt64

    @inlinable
    init(_ key: Key, _ label: UInt64) {
        self.key = key
        self.label = label
    }

    @inlinable
    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.key < right.key { return true }
        if right.key < left.key { return false }
        return left.label < right.label
    }

    @inlinable
    static func == (left: SortKey, right: SortKey) -> Bool { left.label == right.label && left.key == right.key }
}

@usableFromInline
struct Sorting<Element: Identifiable, Key: Comparable>: LiveOperator {
    @usableFromInline var source: SourceReader<Element>
    @usableFromInline let key: (Element) -> Key
    @usableFromInline var ranked = RankedRows<SortKey<Key>, Element>()

    @inlinable
    init(_ source: SourceReader<Element>, _ key: @escaping (Element) -> Key) {
        self.source = source
        self.key = key
    }

    @inlinable var output: Rows<Element> {
        get { ranked.rows }
        set { ranked.rows = newValue }
    }

    @inlinable
    mutating func refresh() {
        switch source.read() {
        case .same: break
        case .changes(let changes): if !apply(changes) { makeAnew() }
        case .anew: makeAnew()
        }
        ranked.rows.era = source.rows.era
    }

    @inlinable
    mutating func makeAnew() {
        var entries: [(key: SortKey<Key>, row: Element)] = []
        entries.reserveCapacity(source.rows.count)
        var iterator = source.rows.tree.makeIterator()
        while let entry = iterator.next() { entries.append((SortKey(key(entry.value), entry.key), entry.value)) }
        entries.sort { $0.key < $1.key }
        ranked = RankedRows(ascending: entries, sizes: source.rows.tree.sizes, spacing: source.rows.spacing)
    }

    /// Applies changes. False where a row was not found by its key: then the key is not what it was, since an object has
    /// changed, or the closure is not pure.
    @inlinable
    mutating func apply(_ changes: ContiguousArray<TreeChange<UInt64, Element>>) -> Bool {
        for change in changes {
            let before = change.old.map { SortKey(key($0), change.key) }
            let after = change.new.map { SortKey(key($0), change.key) }
            if let before, before != after, !ranked.remove(before) { return false }
            if let after, let element = change.new { ranked.set(element, for: after) }
        }
        return ranked.order.count == source.rows.count
    }
}
