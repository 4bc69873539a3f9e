import MillraceSignals

/// What leads from one version of some rows to another: deletions, insertions, modifications and moves, by position.
///
/// Applied to the old rows it gives the new ones, and no smaller one does (law D4). Positions of deletions are those of
/// the old rows, those of insertions of the new ones; modifications and moves name both. A row that was moved and is
/// another now is in both lists.
///
/// `UITableView.performBatchUpdates` takes it as it is: deletions, insertions and moves within the batch, modifications
/// reloaded by their old position within it or reconfigured by their new one after it.
public struct RowChanges: Equatable, Sendable {
    /// A row that is in both versions.
    public struct Pair: Equatable, Sendable {
        /// Its position in the old rows.
        public var old: Int

        /// Its position in the new rows.
        public var new: Int

        /// Makes a pair of positions.
        @inlinable
        public init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }

    /// The old positions of rows that are gone, ascending.
    public var deletions: [Int] = []

    /// The new positions of rows that have come, ascending.
    public var insertions: [Int] = []

    /// The rows that are not what they were, by ascending new positions.
    public var modifications: [Pair] = []

    /// The rows that are to be taken to another place, by ascending new positions.
    public var moves: [Pair] = []

    /// Makes changes that change nothing.
    @inlinable
    public init() {}

    /// Whether nothing changes. O(1).
    @inlinable public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
    }

    /// Applies the changes to a list of the old rows.
    ///
    /// - Parameters:
    ///   - rows: What the list was before; it is as long as the old rows.
    ///   - new: What stands at a position of the new rows: asked for insertions and for modifications only.
    /// - Complexity: O(n + k) for k changes.
    @inlinable
    public func apply<Row>(to rows: inout [Row], _ new: (Int) -> Row) {
        var taken = Set(deletions)
        var arriving: [Int: Row] = [:]
        for move in moves {
            taken.insert(move.old)
            arriving[move.new] = rows[move.old]
        }
        for position in insertions { arriving[position] = new(position) }
        let count = rows.count - deletions.count + insertions.count
        var staying = rows.indices.lazy.filter { !taken.contains($0) }.makeIterator()
        var result: [Row] = []
        result.reserveCapacity(count)
        while result.count < count {
            if let row = arriving[result.count] {
                result.append(row)
            } else if let position = staying.next() {
                result.append(rows[position])
            } else {
                stop(
                    """
                    RowChanges.apply: the changes do not fit a list of \(rows.count) rows. \
                    To fix: apply them to the rows that they were told to begin with.
                    """
                )
            }
        }
        for pair in modifications { result[pair.new] = new(pair.new) }
        rows = result
    }
}

extension RowChanges: CustomStringConvertible {
    /// The changes in short: `-[1] +[3] ~[2→1] ↕[4→0]`.
    public var description: String {
        var parts: [String] = []
        if !deletions.isEmpty { parts.append("-\(deletions)") }
        if !insertions.isEmpty { parts.append("+\(insertions)") }
        if !modifications.isEmpty { parts.append("~\(modifications)") }
        if !moves.isEmpty { parts.append("↕\(moves)") }
        return parts.isEmpty ? "no changes" : parts.joined(separator: " ")
    }
}

extension RowChanges.Pair: CustomStringConvertible {
    /// The two positions: `2→1`.
    public var description: String { "\(old)→\(new)" }
}
