import MillraceBase
import MillraceSignals

/// The changes from one version of a list of rows to another: deletions, insertions, modifications and moves, by
/// position.
///
/// Applied to the old rows they give the new ones, and no smaller set of changes does (law D4). Deletions have
/// positions in the old rows, insertions in the new ones; modifications and moves have both. A row that has moved and
/// whose value has changed is in both lists.
///
/// They fit `UITableView.performBatchUpdates` unchanged: apply deletions, insertions and moves in the batch, and reload
/// modifications by their old position in the batch or reconfigure them by their new position after it.
public struct RowChanges: Equatable, Sendable {
    /// The old and the new position of a row that is in both versions.
    public struct Pair: Equatable, Sendable {
        /// The position in the old rows.
        public var old: Int

        /// The position in the new rows.
        public var new: Int

        /// Creates a pair of positions.
        @export(implementation)
        public init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }

    /// The old positions of deleted rows, ascending.
    public var deletions: [Int] = []

    /// The new positions of inserted rows, ascending.
    public var insertions: [Int] = []

    /// The rows whose values have changed, by ascending new positions.
    public var modifications: [Pair] = []

    /// The rows that have moved, by ascending new positions.
    public var moves: [Pair] = []

    /// Creates an empty set of changes.
    @export(implementation)
    public init() {}

    /// Whether there are no changes. O(1).
    @export(implementation) public var isEmpty: Bool {
        deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && moves.isEmpty
    }

    /// The number of changes. O(1).
    @export(implementation) public var count: Int {
        deletions.count + insertions.count + modifications.count + moves.count
    }

    /// Applies the changes to a list that corresponds to the old rows.
    ///
    /// - Parameters:
    ///   - rows: The list, which must be as long as the old rows.
    ///   - file: The file of the call, for messages.
    ///   - line: The line of the call, for messages.
    ///   - new: Returns the element for a position in the new rows. It is called for insertions and modifications only.
    /// - Complexity: O(n + k) for k changes.
    @export(implementation)
    public func apply<Row>(
        to rows: inout [Row],
        file: StaticString = #fileID,
        line: UInt = #line,
        _ new: (Int) -> Row
    ) {
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
                    """,
                    file: file,
                    line: line
                )
            }
        }
        for pair in modifications { result[pair.new] = new(pair.new) }
        rows = result
    }
}

extension RowChanges: CustomStringConvertible {
    /// The changes in short form: `-[1] +[3] ~[2→1] ↕[4→0]`.
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
