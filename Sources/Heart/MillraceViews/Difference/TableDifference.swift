import MillraceData

/// The difference between two table view models, as one batch.
///
/// The law: `a.applying(TableDifference(from: a, to: b)) == b` for every `a` and `b`, with as few moves as possible.
///
/// **Batch.** The parts have the meaning of UIKit's `performBatchUpdates`: deletions and the old ends of moves are
/// indices before the batch, insertions and the new ends of moves are indices after it.
/// - A deleted section includes its rows, and so does an inserted one; no row is listed for either. A row that leaves a
///   deleted section or enters an inserted one is therefore deleted or inserted, not moved: UIKit refuses such moves.
/// - A moved section includes its rows; rows are listed as moved only if their order within it changed.
/// - A row that goes from one remaining section to another is a move.
/// - An update has the old index, to reload within the batch, and the new one, to reconfigure after it. A row that is
///   both moved and updated must be reconfigured: UIKit refuses to reload and move one row in one batch.
/// - An updated section has a changed header or footer; its rows are listed separately.
///
/// **Identity.** Sections are identified by their `id`, rows by theirs throughout the table. If identities repeat, rows
/// are paired within their section first: from both ends while these agree; then, if one list is the other with some
/// rows left out, in order; otherwise the k-th occurrence with the k-th. The rest is paired across sections, the k-th
/// with the k-th.
///
/// **Cost.** O(n) expected for n rows, O(n log n) if many were reordered. Equal models that share their storage cost
/// O(1). If only the content of rows changed, or a filter hid or showed some, rows are only compared. The algorithm is
/// an identity map (Heckel 1978) and a longest increasing subsequence (Fredman 1975) per section.
public struct TableDifference: Equatable, Sendable {
    /// A changed title.
    public struct Title: Equatable, Sendable {
        /// The new title.
        public var text: String?

        @export(implementation)
        init(_ text: String?) { self.text = text }
    }

    /// The title, if it changed.
    public let title: Title?

    /// The changes of the sections.
    public let sections: TableChanges<Int, TableSection>

    /// The changes of the rows in the remaining sections.
    public let rows: TableChanges<RowPath, TableRow>

    /// Whether the two models are equal.
    @export(implementation) public var isEmpty: Bool { title == nil && sections.isEmpty && rows.isEmpty }

    @export(implementation)
    init(
        _ title: Title?,
        _ sections: TableChanges<Int, TableSection>,
        _ rows: TableChanges<RowPath, TableRow>
    ) {
        self.title = title
        self.sections = sections
        self.rows = rows
    }

    /// Compares two table view models.
    @export(implementation)
    public init(from old: TableViewModel, to new: TableViewModel) {
        guard !old.sections.sharesStorage(with: new.sections) else {
            self.init(old.title == new.title ? nil : Title(new.title), TableChanges(), TableChanges())
            return
        }
        let alignment = ListAlignment(from: old.sections, to: new.sections)
        var rows = RowComparison(old.sections, new.sections)
        self.init(
            old.title == new.title ? nil : Title(new.title),
            compareSections(old.sections, new.sections, alignment),
            rows.compare(alignment.pairs)
        )
    }
}

extension TableViewModel {
    /// Returns the difference from `other` to this model, like the standard library's `difference(from:)`.
    ///
    /// Costs as much as ``init(from:to:)``.
    @export(implementation)
    public func difference(from other: TableViewModel) -> TableDifference {
        TableDifference(from: other, to: self)
    }
}

@export(implementation)
func compareSections(
    _ old: [TableSection],
    _ new: [TableSection],
    _ alignment: ListAlignment
) -> TableChanges<Int, TableSection> {
    var moves: [TableChanges<Int, TableSection>.Move] = []
    var updates: [TableChanges<Int, TableSection>.Update] = []
    for pair in alignment.pairs {
        if !pair.stays { moves.append(.init(old: pair.old, new: pair.new)) }
        if old[pair.old].header != new[pair.new].header || old[pair.old].footer != new[pair.new].footer {
            updates.append(.init(old: pair.old, new: pair.new, element: new[pair.new]))
        }
    }
    let insertions = alignment.insertions.map { (place) in
        TableChanges<Int, TableSection>.Insertion(new: place, element: new[place])
    }
    return TableChanges(deletions: alignment.deletions, insertions: insertions, moves: moves, updates: updates)
}

/// Compares the rows of the sections that are in both of two tables.
@usableFromInline
struct RowComparison {
    @usableFromInline let old: [TableSection]
    @usableFromInline let new: [TableSection]

    /// Compares the bits of two rows before their strings: most rows are copies of those before.
    @usableFromInline let sameness = Sameness<TableRow>(==)

    /// The rows that are new in their section.
    @usableFromInline var arrived: [RowPath] = []
    @usableFromInline var deletions: [RowPath] = []
    @usableFromInline var insertions: [TableChanges<RowPath, TableRow>.Insertion] = []
    @usableFromInline var moves: [TableChanges<RowPath, TableRow>.Move] = []
    @usableFromInline var updates: [TableChanges<RowPath, TableRow>.Update] = []

    @export(implementation)
    init(_ old: [TableSection], _ new: [TableSection]) {
        self.old = old
        self.new = new
    }

    @export(implementation)
    mutating func compare(_ surviving: [ListAlignment.Pair]) -> TableChanges<RowPath, TableRow> {
        // By old section, since the rows that are gone are listed in the old order.
        var gone = [[Int]](repeating: [], count: old.count)
        for section in surviving { gone[section.old] = compareRows(of: section) }
        var paths: [RowPath] = []
        for section in gone.indices {
            for row in gone[section] { paths.append(RowPath(section: section, row: row)) }
        }
        compareAcrossSections(paths)
        return TableChanges(deletions: deletions, insertions: insertions, moves: moves, updates: updates)
    }

    /// Compares the rows of a section, and returns those that are gone.
    @export(implementation)
    @inline(never)
    mutating func compareRows(of section: ListAlignment.Pair) -> [Int] {
        let before = old[section.old].rows
        let after = new[section.new].rows
        let beginning = countOfEqualRows(atBeginningOf: before, after)
        if beginning == before.count, beginning == after.count { return [] }
        let alignment = ListAlignment(from: before, to: after, after: beginning)
        for row in alignment.insertions { arrived.append(RowPath(section: section.new, row: row)) }
        before.withUnsafeBufferPointer { before in
            after.withUnsafeBufferPointer { after in
                for pair in alignment.pairs {
                    let isUpdated = differ(before, pair.old, after, pair.new)
                    if isUpdated || !pair.stays {
                        let path = RowPath(section: section.old, row: pair.old)
                        note(path, RowPath(section: section.new, row: pair.new), isMoved: !pair.stays, isUpdated)
                    }
                }
            }
        }
        return alignment.deletions
    }

    /// How many rows are equal before the first pair that is not. They need not be paired by identity.
    @export(implementation)
    func countOfEqualRows(atBeginningOf old: [TableRow], _ new: [TableRow]) -> Int {
        let limit = min(old.count, new.count)
        if old.sharesStorage(with: new) { return limit }
        return old.withUnsafeBufferPointer { old in
            new.withUnsafeBufferPointer { new in (0..<limit).first { differ(old, $0, new, $0) } ?? limit }
        }
    }

    /// Whether two rows differ. They are compared where they stand: a row that is taken out of a list is copied.
    @export(implementation)
    @inline(__always)
    func differ(
        _ old: UnsafeBufferPointer<TableRow>,
        _ oldRow: Int,
        _ new: UnsafeBufferPointer<TableRow>,
        _ newRow: Int
    ) -> Bool {
        guard let old = old.baseAddress, let new = new.baseAddress else { return false }
        return !sameness(at: old + oldRow, new + newRow)
    }

    @export(implementation)
    @inline(never)
    mutating func note(_ oldPath: RowPath, _ newPath: RowPath, isMoved: Bool, _ isUpdated: Bool) {
        if isMoved { moves.append(.init(old: oldPath, new: newPath)) }
        if isUpdated { updates.append(.init(old: oldPath, new: newPath, element: row(newPath, in: new))) }
    }

    @export(implementation)
    func row(_ path: RowPath, in sections: [TableSection]) -> TableRow { sections[path.section].rows[path.row] }

    /// Pairs the rows that left one remaining section with those that arrived in another.
    @export(implementation)
    @inline(never)
    mutating func compareAcrossSections(_ gone: [RowPath]) {
        if gone.isEmpty || arrived.isEmpty {
            deletions = gone
            for path in arrived { insertions.append(.init(new: path, element: row(path, in: new))) }
            return
        }
        var identities = IdentityMap(count: gone.count) { row(gone[$0], in: old).id.hashValue }
        var crossing = RowComparison(old, new)
        for path in arrived {
            let element = row(path, in: new)
            let taken = identities.take(element.id.hashValue) { row(gone[$0], in: old).id == element.id }
            guard let taken else {
                insertions.append(.init(new: path, element: element))
                continue
            }
            crossing.note(gone[taken], path, isMoved: true, !sameness(row(gone[taken], in: old), element))
        }
        deletions = identities.remaining.map { gone[$0] }
        moves.merge(crossing.moves) { $0.new < $1.new }
        updates.merge(crossing.updates) { $0.new < $1.new }
    }
}

extension Array {
    /// Whether two arrays are copies of one, so that they are equal. O(1).
    @export(implementation)
    func sharesStorage(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { own in other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }

    /// Adds the elements of another list, both in order, so that the result is. O(n).
    @export(implementation)
    mutating func merge(_ other: [Element], by precedes: (Element, Element) -> Bool) {
        if other.isEmpty { return }
        var result: [Element] = []
        result.reserveCapacity(count + other.count)
        var index = 0
        for element in other {
            while index < count, precedes(self[index], element) {
                result.append(self[index])
                index += 1
            }
            result.append(element)
        }
        result += self[index...]
        self = result
    }
}
