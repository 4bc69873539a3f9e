extension RowChanges {
    /// The new position of a row; nil if it was deleted.
    ///
    /// Use this to keep a selection, a cursor or a scroll position on its row.
    ///
    /// - Parameter old: The position in the old rows.
    /// - Complexity: O(k) for k changes, whatever the number of rows.
    @export(implementation)
    public func newPosition(of old: Int) -> Int? {
        if let move = moves.first(where: { $0.old == old }) { return move.new }
        if deletions.contains(old) { return nil }
        let arriving = sorted(insertions + moves.map(\.new)) { $0 < $1 }
        return old.shifted(leaving: deletions + moves.map(\.old), arriving: arriving)
    }
}

extension Int {
    /// The new position of an element that is neither moved nor deleted, given the old positions of those that are, and
    /// the ascending new positions of those that are inserted or moved.
    @export(implementation)
    package func shifted(leaving: [Int], arriving: [Int]) -> Int {
        arriving.reduce(self - leaving.count { $0 < self }) { $1 <= $0 ? $0 + 1 : $0 }
    }
}
