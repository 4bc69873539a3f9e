/// The position of a row in a list of sections.
public struct RowPath: Hashable, Sendable, Comparable {
    /// The position of the section.
    public var section: Int

    /// The position of the row in the section.
    public var row: Int

    /// Creates a position.
    @export(implementation)
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Orders positions by section, then by row.
    @export(implementation)
    public static func < (left: RowPath, right: RowPath) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowPath: CustomStringConvertible {
    /// The section and the row: `0.3`.
    public var description: String { "\(section).\(row)" }
}

/// The changes from one version of a list of sections to another, down to the rows.
///
/// Rows of inserted or deleted sections are not listed separately. A row that goes from one remaining section to
/// another is a move. Deletions have old positions, insertions new ones; modifications and moves have both.
public struct SectionChanges: Equatable, Sendable {
    /// The old and the new position of a row that is in both versions.
    public struct Pair: Equatable, Sendable {
        /// The position in the old version.
        public var old: RowPath

        /// The position in the new version.
        public var new: RowPath

        /// Creates a pair of positions.
        @export(implementation)
        public init(old: RowPath, new: RowPath) {
            self.old = old
            self.new = new
        }

        /// The pair of a row in a section.
        @export(implementation)
        init(_ row: RowChanges.Pair, in section: RowChanges.Pair) {
            old = RowPath(section: section.old, row: row.old)
            new = RowPath(section: section.new, row: row.new)
        }
    }

    /// The sections that were deleted, inserted or moved. `modifications` lists those whose header or footer has
    /// changed, and not those of which only rows have; for the sections of a live view it is empty, but where their
    /// headers are an observable.
    public var sections = RowChanges()

    /// The old positions of deleted rows, ascending.
    public var deletions: [RowPath] = []

    /// The new positions of inserted rows, ascending.
    public var insertions: [RowPath] = []

    /// The rows whose values have changed, by ascending new positions.
    public var modifications: [Pair] = []

    /// The rows that have moved, by ascending new positions.
    public var moves: [Pair] = []

    /// Creates an empty set of changes.
    @export(implementation)
    public init() {}

    /// Creates the changes of sections of which only one has changed.
    ///
    /// - Parameters:
    ///   - changes: The changes of its rows.
    ///   - section: Its position, which is the same before and after.
    /// - Complexity: O(k) for k changes.
    @export(implementation)
    public init(_ changes: RowChanges, inSection section: Int) {
        func position(_ row: Int) -> RowPath { RowPath(section: section, row: row) }
        deletions = changes.deletions.map(position)
        insertions = changes.insertions.map(position)
        modifications = changes.modifications.map { Pair(old: position($0.old), new: position($0.new)) }
        moves = changes.moves.map { Pair(old: position($0.old), new: position($0.new)) }
    }

    /// Whether there are no changes. O(1).
    @export(implementation) public var isEmpty: Bool {
        sections.isEmpty && deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
    }
}
