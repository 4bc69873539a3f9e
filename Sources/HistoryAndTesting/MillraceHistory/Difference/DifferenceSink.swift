/// A receiver of the differences of two values: it writes a text, or a patch.
///
/// Places are the paths of the parts that hold a difference: for a row that was inserted, the path of its list.
protocol DifferenceSink {
    /// The depth from which a value is compared as a whole: an indirect enum can be a chain of any length.
    static var maximumDepth: Int { get }

    /// Whether texts of several lines are compared line by line.
    static var comparesLines: Bool { get }

    /// Whether tables are reported as they have changed, also where rows have moved: of two that change places either
    /// may be named, and in arrays it is one of them.
    static var takesMovesOfTables: Bool { get }

    /// Whether the value at a place is only replaced as a whole: a part of another shape, or an optional of an
    /// optional.
    static var replacesWhatHasNoPath: Bool { get }

    /// How many differences were found.
    var found: Int { get }

    /// Whether further differences are only counted.
    var isFull: Bool { get }

    /// Counts parts that are not looked at, since this is full.
    mutating func skip(isKnownToDiffer: Bool)

    /// Whether the parts of the value at a place are hidden.
    func hides(_ path: [DifferenceStep]) -> Bool

    /// Whether values of a type have parts that can be reported.
    func takesApart(_ type: Any.Type) -> Bool

    /// Returns values of one type without their hidden parts; nil where nothing is hidden.
    func redacted(_ old: Any, _ new: Any) -> (old: Any, new: Any)?

    /// A value was replaced by another one.
    mutating func replaced(_ old: Any, by new: Any, at path: [DifferenceStep])

    // MARK: Lists

    /// Whether the elements of a list are known by their identities.
    func knowsRows<Rows: Collection>(of rows: Rows) -> Bool where Rows.Element: Identifiable

    mutating func beginList()

    /// - Parameter id: The identity of the element, where it is known by it.
    mutating func removed(_ element: Any, from index: Int, id: Any?, at path: [DifferenceStep])
    mutating func inserted(_ element: Any, at index: Int, id: Any?, at path: [DifferenceStep])

    /// Returns whether the changes within the element are to be reported, too.
    mutating func moved(_ old: Any, _ new: Any, from: Int, to: Int, id: Any?, at path: [DifferenceStep]) -> Bool
    mutating func endList()

    // MARK: Dictionaries and sets

    /// Whether the entries of a dictionary are known by their keys.
    func knowsEntries(by type: Any.Type) -> Bool

    /// Returns keys, or elements of a set, in the order in which they are reported; nil where they are only counted.
    func ordered<Key>(_ keys: [Key]) -> [Key]?

    /// Notes that so many entries have changed, were inserted or removed.
    mutating func counted(_ count: Int, _ what: DifferenceCount, at path: [DifferenceStep])

    mutating func removed(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep])
    mutating func inserted(_ value: Any, of key: DifferenceStep, at path: [DifferenceStep])
    mutating func removed(member: Any, at path: [DifferenceStep])
    mutating func inserted(member: Any, at path: [DifferenceStep])
}

/// The kinds of differences that are only counted.
enum DifferenceCount { case entries, removedMembers, insertedMembers }
