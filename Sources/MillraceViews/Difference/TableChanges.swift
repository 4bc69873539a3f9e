/// What happened to the elements of a list or table: which went, which came, which changed place or content.
///
/// `Position` is `Int` for the sections of a table and ``RowPath`` for its rows. Old positions are those before the
/// whole batch, new positions those after it; nothing refers to a state in between. Each list is in ascending order:
/// deletions by old position, all others by new position. ``TableDifference`` says how the parts go together.
public struct TableChanges<Position, Element>: Equatable, Sendable
where Position: Comparable & Sendable, Element: Equatable & Sendable {
    /// An element that is new.
    public struct Insertion: Equatable, Sendable {
        /// Where it stands after the batch.
        public var new: Position
        /// The element.
        public var element: Element
    }

    /// An element that stands elsewhere among those that stay.
    public struct Move: Equatable, Sendable {
        /// Where it stood before the batch.
        public var old: Position
        /// Where it stands after the batch.
        public var new: Position
    }

    /// An element whose content changed, moved or not.
    public struct Update: Equatable, Sendable {
        /// Where it stood before the batch: the position to reload within a batch.
        public var old: Position
        /// Where it stands after the batch: the position to reconfigure afterwards.
        public var new: Position
        /// The element as it is now.
        public var element: Element
    }

    /// The old positions of what is gone.
    public internal(set) var deletions: [Position] = []

    /// What is new, at its new positions.
    public internal(set) var insertions: [Insertion] = []

    /// What changed its place among what stays: as few as possible.
    public internal(set) var moves: [Move] = []

    /// What changed its content.
    public internal(set) var updates: [Update] = []

    /// Whether nothing happened.
    public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
    }
}
