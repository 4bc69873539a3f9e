/// The changes of the elements of a list or table: deletions, insertions, moves and updates.
///
/// `Position` is `Int` for the sections of a table and ``RowPath`` for its rows. Old positions are those before the
/// whole batch, new positions those after it; no position refers to a state in between. Each list is in ascending
/// order: deletions by old position, all others by new position. ``TableDifference`` specifies how the parts belong
/// together.
public struct TableChanges<Position, Element>: Equatable, Sendable
where Position: Comparable & Sendable, Element: Equatable & Sendable {
    /// A new element.
    public struct Insertion: Equatable, Sendable {
        /// The position after the batch.
        public var new: Position
        /// The element.
        public var element: Element

        @export(implementation)
        init(new: Position, element: Element) {
            self.new = new
            self.element = element
        }
    }

    /// An element whose position among the remaining ones changed.
    public struct Move: Equatable, Sendable {
        /// The position before the batch.
        public var old: Position
        /// The position after the batch.
        public var new: Position

        @export(implementation)
        init(old: Position, new: Position) {
            self.old = old
            self.new = new
        }
    }

    /// An element whose content changed, whether it was moved or not.
    public struct Update: Equatable, Sendable {
        /// The position before the batch: the one to reload within a batch.
        public var old: Position
        /// The position after the batch: the one to reconfigure afterwards.
        public var new: Position
        /// The element with its new content.
        public var element: Element

        @export(implementation)
        init(old: Position, new: Position, element: Element) {
            self.old = old
            self.new = new
            self.element = element
        }
    }

    /// The old positions of deleted elements.
    public let deletions: [Position]

    /// The new elements at their new positions.
    public let insertions: [Insertion]

    /// The elements whose position among the remaining ones changed; as few as possible.
    public let moves: [Move]

    /// The elements whose content changed.
    public let updates: [Update]

    @export(implementation)
    init(
        deletions: [Position] = [],
        insertions: [Insertion] = [],
        moves: [Move] = [],
        updates: [Update] = []
    ) {
        self.deletions = deletions
        self.insertions = insertions
        self.moves = moves
        self.updates = updates
    }

    /// Whether there are no changes.
    @export(implementation) public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }
}
