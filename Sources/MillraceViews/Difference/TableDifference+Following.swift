extension TableDifference {
    /// Where a row stands after the batch; nil where it or its section was deleted.
    ///
    /// This is how a selection, a cursor or a scroll position stays with its row. A row that leaves a deleted section or
    /// enters an inserted one counts as deleted, as it does in the batch.
    ///
    /// - Parameter old: The row's path before the batch, one of the table that the difference begins with.
    /// - Complexity: O(c log c) for c changes, whatever the size of the table.
    public func newPath(of old: RowPath) -> RowPath? {
        guard let section = sections.newPosition(of: old.section) else { return nil }
        if let move = rows.moves.first(where: { $0.old == old }) { return move.new }
        guard !rows.deletions.contains(old) else { return nil }
        let leaving = rows.leaving.filter { $0.section == old.section }.map(\.row)
        let arriving = rows.arriving.filter { $0.section == section }.map(\.row)
        return RowPath(section: section, row: old.row.shifted(leaving: leaving, arriving: arriving))
    }
}

extension TableChanges {
    fileprivate var leaving: [Position] { deletions + moves.map(\.old) }
    fileprivate var arriving: [Position] { (insertions.map(\.new) + moves.map(\.new)).sorted() }
}

extension TableChanges<Int, TableSection> {
    fileprivate func newPosition(of old: Int) -> Int? {
        if let move = moves.first(where: { $0.old == old }) { return move.new }
        return deletions.contains(old) ? nil : old.shifted(leaving: leaving, arriving: arriving)
    }
}

extension Int {
    /// Where an element stands that neither moves nor goes, given the old places of those that do, and the new places,
    /// ascending, of those that come.
    fileprivate func shifted(leaving: [Int], arriving: [Int]) -> Int {
        arriving.reduce(self - leaving.count { $0 < self }) { $1 <= $0 ? $0 + 1 : $0 }
    }
}
