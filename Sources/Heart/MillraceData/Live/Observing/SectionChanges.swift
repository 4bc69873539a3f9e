import MillraceSignals

/// The position of a row in a list of sections.
public struct RowPosition: Hashable, Sendable, Comparable {
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
    public static func < (left: RowPosition, right: RowPosition) -> Bool {
        (left.section, left.row) < (right.section, right.row)
    }
}

extension RowPosition: CustomStringConvertible {
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
        public var old: RowPosition

        /// The position in the new version.
        public var new: RowPosition

        /// Creates a pair of positions.
        @export(implementation)
        public init(old: RowPosition, new: RowPosition) {
            self.old = old
            self.new = new
        }

        /// The pair of a row in a section.
        @export(implementation)
        init(_ row: RowChanges.Pair, in section: RowChanges.Pair) {
            old = RowPosition(section: section.old, row: row.old)
            new = RowPosition(section: section.new, row: row.new)
        }
    }

    /// The sections that were deleted, inserted or moved. `modifications` lists those whose rows have changed.
    public var sections = RowChanges()

    /// The old positions of deleted rows, ascending.
    public var deletions: [RowPosition] = []

    /// The new positions of inserted rows, ascending.
    public var insertions: [RowPosition] = []

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
        func position(_ row: Int) -> RowPosition { RowPosition(section: section, row: row) }
        deletions = changes.deletions.map(position)
        insertions = changes.insertions.map(position)
        modifications = changes.modifications.map { Pair(old: position($0.old), new: position($0.new)) }
        moves = changes.moves.map { Pair(old: position($0.old), new: position($0.new)) }
        if !changes.isEmpty { sections.modifications = [RowChanges.Pair(old: section, new: section)] }
    }

    /// Whether there are no changes. O(1).
    @export(implementation) public var isEmpty: Bool {
        sections.isEmpty && deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
    }

    /// Computes the changes from one list of sections to another; which sections have changed is known already.
    ///
    /// - Parameters:
    ///   - former: The sections before, which are not asked for where only rows of sections have changed that all
    ///     stayed there.
    ///   - inner: What has changed in the sections, if it is known and they have all stayed.
    @export(implementation)
    init<Group, Row: Identifiable>(
        from former: () -> Rows<RowSection<Group, Row>>,
        to new: Rows<RowSection<Group, Row>>,
        _ sections: RowChanges,
        _ inner: InnerChanges?,
        _ same: Sameness<Row>
    ) {
        self.sections = sections
        let edits = inner.map { unsafeDowncast($0, to: SectionEdits<Row>.self) }
        var old: Rows<RowSection<Group, Row>>?
        func before(_ section: Int) -> Rows<Row> {
            if old == nil { old = former() }
            return old.unsafelyUnwrapped[section].rows
        }
        var gone: [(id: Row.ID, row: Row, position: RowPosition)] = []
        var come: [(row: Row, position: RowPosition)] = []
        for (index, pair) in sections.modifications.enumerated() {
            let after = new[pair.new].rows
            let changes =
                edits.map { RowChanges($0.changes, $0.part($0.shown[index]), to: after, same) }
                ?? after.changes(from: before(pair.old), same)
            for row in changes.deletions {
                let element = before(pair.old)[row]
                gone.append((element.id, element, RowPosition(section: pair.old, row: row)))
            }
            for row in changes.insertions { come.append((after[row], RowPosition(section: pair.new, row: row))) }
            for row in changes.modifications { modifications.append(Pair(row, in: pair)) }
            for row in changes.moves { moves.append(Pair(row, in: pair)) }
        }
        gone = sorted(gone) { $0.position < $1.position }
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
        insertions = sorted(insertions) { $0 < $1 }
        moves = sorted(moves) { $0.new < $1.new }
        modifications = sorted(modifications) { $0.new < $1.new }
    }
}

/// A value that an observer of sections receives.
public enum LiveSectionChange<Group: Hashable, Row> {
    /// The sections at the beginning of the observation.
    case initial(Rows<RowSection<Group, Row>>)

    /// The sections, and the changes that lead to them from those received before.
    case update(Rows<RowSection<Group, Row>>, SectionChanges)

    /// The sections, which are to be shown again from scratch: the grouping, or a condition or order before it, has
    /// changed, and many of them with it.
    case reset(Rows<RowSection<Group, Row>>)

    /// The sections.
    @export(implementation) public var sections: Rows<RowSection<Group, Row>> {
        switch self {
        case .initial(let sections), .update(let sections, _), .reset(let sections): sections
        }
    }
}

extension LiveSectionChange where Row: Identifiable {
    /// Creates the change down to the rows of a change of the sections.
    @export(implementation)
    package init(
        _ change: LiveChange<RowSection<Group, Row>>,
        from former: () -> Rows<RowSection<Group, Row>>,
        _ inner: InnerChanges?,
        _ same: Sameness<Row>
    ) {
        switch change {
        case .initial(let sections): self = .initial(sections)
        case .reset(let sections): self = .reset(sections)
        case .update(let sections, let changes):
            self = .update(sections, SectionChanges(from: former, to: sections, changes, inner, same))
        }
    }
}

extension LiveSectionChange: Sendable where Group: Sendable, Row: Sendable {}
extension LiveSectionChange: Equatable where Row: Equatable {}

extension LiveView {
    /// Calls `receive` with the sections at once, and then once per turn in which they changed, with the changes down
    /// to the rows.
    ///
    /// Otherwise like ``observeChanges(isolation:_:)``. Finding k changes costs O(k log n).
    @export(implementation)
    public func observeSectionChanges<Group: Hashable, Row: Identifiable>(
        isolation: (any Actor)? = #isolation,
        _ receive: @escaping (LiveSectionChange<Group, Row>) -> Void
    ) -> LiveObservation where Element == RowSection<Group, Row> {
        let same = Sameness<Row>()
        return observeRows(isolation: isolation) { receive(LiveSectionChange($0, from: $1, $2, same)) }
    }
}
