import MillraceSignals

/// The rows of a live view, or the elements of a table, in their order: a value whose copies share all that they have in
/// common.
///
/// A copy is O(1), reading by position O(log n), going through all of them O(n), and an old version stays as it was for
/// as long as somebody keeps it (law D1). What differs between two versions is found without looking at what they share:
/// see ``changes(from:)``.
///
/// ```swift
/// let subscription = messages.live.filter(\.isUnread).observable.observe { rows in
///     print(rows.count, rows.first?.title ?? "")
/// }
/// ```
public struct Rows<Element> {
    /// The elements, by labels that ascend in their order.
    @usableFromInline package var tree: Tree<UInt64, Element>
    @usableFromInline let spacing: Spacing

    /// Counts how often a view was made again because what it is made with has changed, and not its source.
    @usableFromInline var era: UInt64 = 0

    /// Makes rows without any.
    @inlinable
    public init() { self.init(sizes: .standard, spacing: .standard) }

    @inlinable
    package init(sizes: NodeSizes, spacing: Spacing) {
        tree = Tree(sizes: sizes)
        self.spacing = spacing
    }

    /// Makes rows of a sequence of elements. O(n).
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        self.init(elements, sizes: .standard, spacing: .standard)
    }

    @inlinable
    package init(_ elements: some Sequence<Element>, sizes: NodeSizes, spacing: Spacing) {
        self.spacing = spacing
        let elements = ContiguousArray(elements)
        let (first, step) = spacing.labels(count: elements.count)
        var entries: ContiguousArray<Tree<UInt64, Element>.Node.Entry> = []
        entries.reserveCapacity(elements.count)
        var label = first
        for element in elements {
            entries.append(.init(label, element))
            label &+= step
        }
        tree = Tree(ascending: entries, sizes: sizes)
    }

    /// Makes rows of elements that have labels already.
    @inlinable
    init(
        ascending entries: ContiguousArray<Tree<UInt64, Element>.Node.Entry>,
        like sizes: NodeSizes,
        _ spacing: Spacing
    ) {
        self.spacing = spacing
        tree = Tree(ascending: entries, sizes: sizes)
    }

    /// Whether two are one version. O(1).
    @inlinable
    func isSame(as other: Rows) -> Bool { tree.isSame(as: other.tree) && era == other.era }
}

extension Rows: RandomAccessCollection {
    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of rows. O(1).
    @inlinable public var endIndex: Int { tree.count }

    /// The number of rows. O(1).
    @inlinable public var count: Int { tree.count }

    /// The row at a position. O(log n).
    @inlinable
    public subscript(position: Int) -> Element {
        _read {
            requirePosition(position, in: tree.count, "Rows.subscript")
            yield tree[position]
        }
    }

    /// Goes through the rows in their order. O(n).
    @inlinable
    public func makeIterator() -> Iterator { Iterator(tree.makeIterator()) }

    /// Goes through rows in their order.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var entries: TreeIterator<UInt64, Element>

        @inlinable
        init(_ entries: TreeIterator<UInt64, Element>) { self.entries = entries }

        /// The next row.
        @inlinable
        public mutating func next() -> Element? { entries.nextValue() }
    }
}

extension Rows: Equatable where Element: Equatable {
    /// Whether two hold equal rows in the same order. O(k log n), where one came from the other by k changes.
    @inlinable
    public static func == (left: Rows, right: Rows) -> Bool { left.tree.hasEqualValues(right.tree) }
}

extension Rows: Hashable where Element: Hashable {
    /// O(n).
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension Rows: Sendable where Element: Sendable {}

extension Rows: CustomStringConvertible, CustomDebugStringConvertible {
    /// The rows, as an array shows them.
    public var description: String { Array(self).description }

    /// The rows, as an array shows them.
    public var debugDescription: String { Array(self).debugDescription }
}

extension Rows: CustomReflectable {
    /// The rows, and not the nodes in which they lie.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

/// Traps where a position does not exist.
@inlinable
@inline(__always)
func requirePosition(_ position: Int, in count: Int, _ name: StaticString) {
    if UInt(bitPattern: position) >= UInt(bitPattern: count) { reportPosition(position, count, name) }
}

@usableFromInline
@inline(never)
func reportPosition(_ position: Int, _ count: Int, _ name: StaticString) -> Never {
    stop(
        """
        \(name): position \(position) does not exist, there are \(count) elements. \
        To fix: positions go from 0 to count - 1; look an element up by its identity where the table may have changed.
        """
    )
}
