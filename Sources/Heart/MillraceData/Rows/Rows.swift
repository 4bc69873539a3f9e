import MillraceBase
import MillraceSignals

/// The rows of a live view, or the elements of a table, in their order: a value whose copies share their storage.
///
/// A copy is O(1), reading by position O(log n), iterating O(n). An old version never changes and stays readable for as
/// long as it is kept (law D1). The differences between two versions are found without looking at their shared parts:
/// see ``changes(from:)``.
///
/// ```swift
/// let subscription = inbox.live().filter(\.isUnread).observable.observe { rows in
///     print(rows.count, rows.first?.title ?? "")
/// }
/// ```
public struct Rows<Element> {
    /// The elements, by labels that ascend in their order.
    @usableFromInline package var tree: Tree<UInt64, Element>
    @usableFromInline let spacing: Spacing

    /// The number of times that the view was built again because its condition, order or grouping has changed, and not
    /// its source. Observers receive a reset then if many rows differ.
    @usableFromInline var era: UInt64 = 0

    /// The number that its view has given to this version; 0 if no view has made it.
    @usableFromInline var version: UInt64 = 0

    /// Creates an empty list of rows.
    @export(implementation)
    public init() { self.init(sizes: .standard, spacing: .standard) }

    @export(implementation)
    package init(sizes: NodeSizes, spacing: Spacing) {
        tree = Tree(sizes: sizes)
        self.spacing = spacing
    }

    /// Creates rows from a sequence of elements. O(n).
    @export(implementation)
    public init(_ elements: some Sequence<Element>) {
        self.init(elements, sizes: .standard, spacing: .standard)
    }

    @export(implementation)
    package init(_ elements: some Sequence<Element>, sizes: NodeSizes, spacing: Spacing) {
        let elements = ContiguousArray(elements)
        var (label, step) = spacing.labels(count: elements.count)
        var builder = TreeBuilder<UInt64, Element>(sizes: sizes)
        for element in elements {
            builder.append(.init(label, element))
            label &+= step
        }
        self.init(builder.tree(), spacing)
    }

    /// Creates rows of a tree of elements by labels.
    @export(implementation)
    init(_ tree: Tree<UInt64, Element>, _ spacing: Spacing) {
        self.tree = tree
        self.spacing = spacing
    }

    /// Whether two values are the same version. O(1).
    @export(implementation)
    func isSame(as other: Rows) -> Bool { tree.isSame(as: other.tree) && era == other.era }
}

extension Rows: RandomAccessCollection {
    /// The first position, which is always 0.
    @export(implementation) public var startIndex: Int { 0 }

    /// The position after the last row. O(1).
    @export(implementation) public var endIndex: Int { tree.count }

    /// The number of rows. O(1).
    @export(implementation) public var count: Int { tree.count }

    /// The row at a position. O(log n).
    @export(implementation)
    public subscript(position: Int) -> Element {
        _read {
            requirePosition(position, in: tree.count, "Rows.subscript")
            yield tree[position]
        }
    }

    /// An iterator over the rows in their order. A complete iteration is O(n).
    @export(implementation)
    public func makeIterator() -> Iterator { Iterator(tree.makeIterator()) }

    /// Calls a closure with the rows from a position on, in their order, until it returns false. O(log n + rows that are
    /// read).
    @export(implementation)
    package func forEach(from position: Int, _ body: (Element) -> Bool) {
        var entries = tree.iterator(from: position)
        while entries.advances(), body(entries.place.pointee.value) {}
    }

    /// Iterates over rows in their order.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var entries: TreeIterator<UInt64, Element>

        @export(implementation)
        init(_ entries: TreeIterator<UInt64, Element>) { self.entries = entries }

        /// The next row; nil at the end.
        @export(implementation)
        public mutating func next() -> Element? { entries.nextValue() }
    }
}

extension Rows: Equatable where Element: Equatable {
    /// Whether two values hold equal rows in the same order. O(k log n) if one was made from the other by k changes.
    @export(implementation)
    public static func == (left: Rows, right: Rows) -> Bool { left.tree.hasSameValues(as: right.tree, ==) }
}

extension Rows: Hashable where Element: Hashable {
    /// Hashes all rows in their order. O(n).
    @export(implementation)
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension Rows: ExpressibleByArrayLiteral {
    /// Creates rows from their elements, such as the ones that a spec expects.
    @export(implementation)
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Rows: Sendable where Element: Sendable {}

extension Rows: CustomStringConvertible, CustomDebugStringConvertible {
    /// The rows, formatted like an array.
    public var description: String { Array(self).description }

    /// The rows, formatted like an array for debugging.
    public var debugDescription: String { Array(self).debugDescription }
}

extension Rows: CustomReflectable {
    /// A mirror of the rows that hides the tree in which they are stored. O(1), and O(n) for all its children.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: self, displayStyle: .collection) }
}

/// Traps if a position does not exist.
@export(implementation)
@inline(__always)
func requirePosition(
    _ position: Int,
    in count: Int,
    _ name: StaticString,
    _ file: StaticString = #fileID,
    _ line: UInt = #line
) {
    if UInt(bitPattern: position) >= UInt(bitPattern: count) { stopPosition(position, count, name, file, line) }
}

@usableFromInline
@inline(never)
func stopPosition(
    _ position: Int,
    _ count: Int,
    _ name: StaticString,
    _ file: StaticString,
    _ line: UInt
) -> Never {
    stop(
        """
        \(name): position \(position) does not exist, there are \(count) elements. \
        To fix: positions go from 0 to count - 1; look an element up by its identity where the table may have changed.
        """,
        file: file,
        line: line
    )
}
