/// A collection of identified elements in an order of the user's making: a value that lives in a state and is changed in
/// place.
///
/// ```swift
/// struct State {
///     var rooms: Table<Room> = []
/// }
///
/// state.rooms.append(Room(id: 7, name: "Kitchen"))
/// state.rooms[id: 7]?.name = "Hall"
/// state.rooms.move(7, to: 0)
/// state.rooms[id: 7] = nil
/// ```
///
/// A copy is O(1), an old version never changes and stays readable for as long as somebody keeps it, and a change costs
/// O(log n) whoever holds the old one (law D1): where an array is copied whole, a table copies one leaf and what leads to
/// it. What differs between two versions is found in O(k log n) for k differences, however the new one came about (D2);
/// live views are made of that: see ``LiveView``.
///
/// Elements are looked up by identity in O(log n). Up to sixteen elements need no index: they are compared one by one.
///
/// There are no two elements of one identity, and an element keeps its identity: both are preconditions.
public struct Table<Element: Identifiable> {
    /// The elements, in their order.
    @usableFromInline package var elements: Rows<Element>

    /// Labels by the hashes of the identities. Empty while all elements are in one leaf.
    @usableFromInline var index: Tree<HashedLabel, Void>

    /// Makes an empty table.
    @inlinable
    public init() { self.init(sizes: .standard, spacing: .standard) }

    @inlinable
    package init(sizes: NodeSizes, spacing: Spacing) {
        elements = Rows(sizes: sizes, spacing: spacing)
        index = Tree(sizes: sizes)
    }

    /// Makes a table of elements, in their order. O(n log n).
    ///
    /// Two elements of one identity are a precondition failure: see ``init(_:uniquingIDsWith:)``.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        self.init(elements, sizes: .standard, spacing: .standard)
    }

    @inlinable
    package init(_ elements: some Sequence<Element>, sizes: NodeSizes, spacing: Spacing) {
        self.init(rows: Rows(elements, sizes: sizes, spacing: spacing))
        if let repeated = repeatedIdentity { reportRepeated(repeated, "Table.init") }
    }

    /// Makes a table of elements, some of which may have the same identity. O(n log n).
    ///
    /// ```swift
    /// let rooms = Table(answer.rooms, uniquingIDsWith: { _, last in last })
    /// ```
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - combine: Makes one of two elements of the same identity. It stands where the first one stood.
    @inlinable
    public init(_ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) -> Element) {
        var positions: [Element.ID: Int] = [:]
        var unique: ContiguousArray<Element> = []
        for element in elements {
            if let position = positions[element.id] {
                unique[position] = combine(unique[position], element)
            } else {
                positions[element.id] = unique.count
                unique.append(element)
            }
        }
        self.init(unique)
    }

    /// Makes a table of rows of which no two have the same identity.
    @inlinable
    init(rows: Rows<Element>) {
        self.elements = rows
        index = Tree(sizes: rows.tree.sizes)
        if !rows.tree.isFlat { makeIndex() }
    }
}

extension Table {
    /// The elements without the index of their identities: what live views are derived from. O(1).
    @inlinable public var rows: Rows<Element> { elements }

    /// The identities, in the order of the elements. O(1).
    @inlinable public var ids: some RandomAccessCollection<Element.ID> { elements.lazy.map(\.id) }
}

extension Table: RandomAccessCollection {
    /// Always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of elements. O(1).
    @inlinable public var endIndex: Int { elements.count }

    /// The number of elements. O(1).
    @inlinable public var count: Int { elements.count }

    /// The element at a position. O(log n).
    ///
    /// It is changed in place, and must keep its identity. A position that does not exist is a precondition failure.
    @inlinable
    public subscript(position: Int) -> Element {
        _read {
            requirePosition(position, in: elements.count, "Table.subscript")
            yield elements.tree[position]
        }
        _modify {
            requirePosition(position, in: elements.count, "Table.subscript")
            let label = elements.tree.key(at: position)
            let leaf = elements.tree.ownLeaf(of: label)
            let place = leaf.lowerBound(label)
            let id = leaf.entries[place].value.id
            defer { requireSameIdentity(id, leaf.entries[place].value.id) }
            yield &leaf.entries[place].value
        }
    }

    /// Goes through the elements in their order. O(n).
    @inlinable
    public func makeIterator() -> Rows<Element>.Iterator { elements.makeIterator() }
}

extension Table: Sendable where Element: Sendable {}

extension Table: Equatable where Element: Equatable {
    /// Whether two tables hold equal elements in the same order. O(k log n), where one came from the other by k changes.
    @inlinable
    public static func == (left: Table, right: Table) -> Bool { left.elements == right.elements }
}

extension Table: Hashable where Element: Hashable {
    /// O(n).
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension Table: ExpressibleByArrayLiteral {
    /// Makes a table of elements, of which no two have the same identity.
    @inlinable
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Table: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The elements, as an array shows them.
    public var description: String { elements.description }

    /// The elements, as an array shows them.
    public var debugDescription: String { elements.debugDescription }

    /// The elements, and not the nodes in which they lie.
    public var customMirror: Mirror { elements.customMirror }
}

extension Table: Encodable where Element: Encodable {
    /// Encodes the table as an array of its elements. O(n).
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension Table: Decodable where Element: Decodable {
    /// Decodes a table from an array of its elements. O(n log n).
    ///
    /// - Throws: What decoding an element throws; and `DecodingError.dataCorrupted`, where two have the same identity.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
        self.init(rows: Rows(elements))
        if let repeated = repeatedIdentity {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Table: two elements have the identity \(repeated)."
            )
        }
    }
}
