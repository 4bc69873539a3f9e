import MillraceSignals

/// Where a row stands in sections.
public struct RowPosition: Hashable, Sendable, Comparable {
    /// The section's position.
    public var section: Int

    /// The row's position within it.
    public var row: Int

    /// Makes a position.
    @inlinable
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// By sections, and within one by rows.
    @inlinable
    public static func < (left: RowPosition, right: RowPosition) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowPosition: CustomStringConvertible {
    /// The section and the row: `0.3`.
    public var description: String { "\(section).\(row)" }
}

/// What leads from one version of some sections to another.
///
/// Rows of sections that have come or gone are not listed: they come and go with those. A row that goes from one section to
/// another that both remain is a move. Positions of deletions are old ones, those of insertions new ones; modifications and
/// moves name both.
public struct SectionChanges: Equatable, Sendable {
    /// A row that is in both versions.
    public struct Pair: Equatable, Sendable {
        /// Where it was.
        public var old: RowPosition

        /// Where it is.
        public var new: RowPosition

        /// Makes a pair of positions.
        @inlinable
        public init(old: RowPosition, new: RowPosition) {
            self.old = old
            self.new = new
        }
    }

    /// The sections that are gone, have come, or have moved. `modifications` names those whose rows have changed.
    public var sections = RowChanges()

    /// The old positions of rows that are gone, ascending.
    public var deletions: [RowPosition] = []

    /// The new positions of rows that have come, ascending.
    public var insertions: [RowPosition] = []

    /// The rows that are not what they were, by ascending new positions.
    public var modifications: [Pair] = []

    /// The rows that are to be taken to another place, by ascending new positions.
    public var moves: [Pair] = []

    /// Makes changes that change nothing.
    @inlinable
    public init() {}

    /// What leads from some sections to others, of which it is known which have changed.
    @inlinable
    init<Group, Row: Identifiable>(
        from old: Rows<RowSection<Group, Row>>,
        to new: Rows<RowSection<Group, Row>>,
        _ sections: RowChanges
    ) {
        self.sections = sections
        var gone: [(id: Row.ID, row: Row, position: RowPosition)] = []
        var come: [(row: Row, position: RowPosition)] = []
        for pair in sections.modifications {
            let (before, after) = (old[pair.old].rows, new[pair.new].rows)
            let changes = after.changes(from: before)
            func position(_ row: Int, _ isOld: Bool) -> RowPosition {
                RowPosition(section: isOld ? pair.old : pair.new, row: row)
            }
            for row in changes.deletions { gone.append((before[row].id, before[row], position(row, true))) }
            for row in changes.insertions { come.append((after[row], position(row, false))) }
            modifications += changes.modifications.map {
                Pair(old: position($0.old, true), new: position($0.new, false))
            }
            moves += changes.moves.map { Pair(old: position($0.old, true), new: position($0.new, false)) }
        }
        gone.sort { $0.position < $1.position }
        let same = Sameness<Row>()
        var isPaired = [Bool](repeating: false, count: gone.count)
        let partners = RowChanges.partners(gone.map(\.id), come.map(\.row.id))
        for (arrival, partner) in zip(come, partners) {
            guard let partner else {
                insertions.append(arrival.position)
                continue
            }
            isPaired[partner] = true
            let pair = Pair(old: gone[partner].position, new: arrival.position)
            moves.append(pair)
            if !same(gone[partner].row, arrival.row) { modifications.append(pair) }
        }
        for index in gone.indices where !isPaired[index] { deletions.append(gone[index].position) }
        insertions.sort()
        moves.sort { $0.new < $1.new }
        modifications.sort { $0.new < $1.new }
    }
}

/// What an observer of sections is told.
public enum LiveSectionChange<Group: Hashable, Row> {
    /// The sections, when one begins to observe.
    case initial(Rows<RowSection<Group, Row>>)

    /// The sections, and what leads to them from those that were told before.
    case update(Rows<RowSection<Group, Row>>, SectionChanges)

    /// The sections, which are to be shown anew.
    case reset(Rows<RowSection<Group, Row>>)

    /// The sections.
    @inlinable public var sections: Rows<RowSection<Group, Row>> {
        switch self {
        case .initial(let sections), .update(let sections, _), .reset(let sections): sections
        }
    }
}

extension LiveSectionChange: Sendable where Group: Sendable, Row: Sendable {}
extension LiveSectionChange: Equatable where Row: Equatable {}

extension LiveView {
    /// Calls `receive` with the sections at once, and then once a turn in which they changed with what has changed, down to
    /// the rows.
    ///
    /// As ``observeChanges(isolation:_:)``. Finding k changes costs O(k log n).
    @inlinable
    public func observeSectionChanges<Group: Hashable, Row: Identifiable>(
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (LiveSectionChange<Group, Row>) -> Void
    ) -> LiveObservation where Element == RowSection<Group, Row> {
        observeRows(isolation: isolation) { change, former in
            switch change {
            case .initial(let sections): receive(.initial(sections))
            case .reset(let sections): receive(.reset(sections))
            case .update(let sections, let changes):
                receive(.update(sections, SectionChanges(from: former, to: sections, changes)))
            }
        }
    }
}
