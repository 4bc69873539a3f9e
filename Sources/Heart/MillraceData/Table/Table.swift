/// An ordered collection of identified elements: a value that is stored in a state and changed in place.
///
/// ```swift
/// struct State {
///     var rooms: Table<Room> = []
/// }
///
/// var state = State()
/// state.rooms.append(Room(id: 7, name: "Kitchen"))
/// state.rooms[id: 7]?.name = "Hall"
/// state.rooms.move(7, to: 0)
/// state.rooms[id: 7] = nil
/// ```
///
/// A copy is O(1), an old version never changes and stays readable for as long as it is kept, and a change costs O(log
/// n) even if an old version is kept (law D1): where a shared array is copied whole, a table copies one leaf and the
/// path to it. The differences between two versions are found in O(k log n) for k differences, whatever sequence of
/// changes lies between them (D2); live views are based on this: see ``LiveView``.
///
/// Elements are looked up by identity in O(log n). Up to sixteen elements need no index; their identities are compared
/// one by one.
///
/// Identities are unique in a table, and an element keeps its identity: both are preconditions.
public struct Table<Element: Identifiable> {
    /// The elements, in their order.
    @usableFromInline package var elements: Rows<Element>

    /// The labels of the elements by the hashes of their identities. Empty while all elements are in one leaf.
    @usableFromInline package var index: Tree<HashedLabel, Void>

    /// Creates an empty table.
    @export(implementation)
    public init() { self.init(sizes: .standard, spacing: .standard) }

    @export(implementation)
    package init(sizes: NodeSizes, spacing: Spacing) {
        elements = Rows(sizes: sizes, spacing: spacing)
        index = Tree(sizes: sizes)
    }

    /// Creates a table of elements, in their order. O(n log n).
    ///
    /// That their identities are unique is a precondition: see ``init(_:uniquingIDsWith:)``.
    @export(implementation)
    public init(_ elements: some Sequence<Element>, file: StaticString = #fileID, line: UInt = #line) {
        self.init(elements, sizes: .standard, spacing: .standard, file: file, line: line)
    }

    @export(implementation)
    package init(
        _ elements: some Sequence<Element>,
        sizes: NodeSizes,
        spacing: Spacing,
        file: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(rows: Rows(elements, sizes: sizes, spacing: spacing))
        if let repeated = repeatedIdentity { stopRepeated(repeated, "Table.init", file, line) }
    }

    /// Creates a table of elements of which some may have the same identity. O(n log n).
    ///
    /// ```swift
    /// let rooms = Table(answer.rooms, uniquingIDsWith: { _, last in last })
    /// ```
    ///
    /// - Parameters:
    ///   - elements: The elements.
    ///   - combine: Merges two elements with the same identity. The result takes the position of the first one.
    @export(implementation)
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

    /// Creates a table of rows that have unique identities.
    @export(implementation)
    init(rows: Rows<Element>) {
        self.elements = rows
        index = Tree(sizes: rows.tree.sizes)
        if !rows.tree.isFlat { makeIndex() }
    }
}

extension Table {
    /// The elements as rows, without the index of their identities. O(1).
    @export(implementation) public var rows: Rows<Element> { elements }

    /// The identities, in the order of the elements. O(1).
    @export(implementation) public var ids: some RandomAccessCollection<Element.ID> { elements.lazy.map(\.id) }
}

extension Table: RandomAccessCollection {
    /// The first position, which is always 0.
    @export(implementation) public var startIndex: Int { 0 }

    /// The position after the last element. O(1).
    @export(implementation) public var endIndex: Int { elements.count }

    /// The number of elements. O(1).
    @export(implementation) public var count: Int { elements.count }

    /// The element at a position. O(log n).
    ///
    /// It is changed in place. That the position exists and that the element keeps its identity are preconditions.
    @export(implementation)
    public subscript(position: Int) -> Element {
        _read {
            requirePosition(position, in: elements.count, "Table.subscript")
            yield elements.tree[position]
        }
        _modify {
            requirePosition(position, in: elements.count, "Table.subscript")
            let entry = elements.tree.ownEntry(of: elements.tree.key(at: position))
            let id = entry.pointee.value.id
            defer { requireSameIdentity(id, entry.pointee.value.id) }
            yield &entry.pointee.value
        }
    }

    /// An iterator over the elements in their order. A complete iteration is O(n).
    @export(implementation)
    public func makeIterator() -> Rows<Element>.Iterator { elements.makeIterator() }
}

extension Table: Sendable where Element: Sendable {}

extension Table: Equatable where Element: Equatable {
    /// Whether two tables hold equal elements in the same order. O(k log n) if one was made from the other by k
    /// changes.
    @export(implementation)
    public static func == (left: Table, right: Table) -> Bool { left.elements == right.elements }
}

extension Table: Hashable where Element: Hashable {
    /// Hashes all elements in their order. O(n).
    @export(implementation)
    public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension Table: ExpressibleByArrayLiteral {
    /// Creates a table of elements with unique identities.
    @export(implementation)
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Table: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The elements, formatted like an array.
    public var description: String { elements.description }

    /// The elements, formatted like an array for debugging.
    public var debugDescription: String { elements.debugDescription }

    /// A mirror of the elements that hides the tree in which they are stored.
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
    /// - Throws: The errors of decoding an element, and `DecodingError.dataCorrupted` if two elements have the same
    ///   identity.
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
