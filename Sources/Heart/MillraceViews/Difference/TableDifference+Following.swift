import MillraceData

extension TableDifference {
    /// Returns the position of a row after the batch; nil if it or its section was deleted.
    ///
    /// Use this to keep a selection, a cursor or a scroll position on its row. A row that leaves a deleted section or
    /// enters an inserted one counts as deleted, as it does in the batch.
    ///
    /// - Parameter old: The row's path before the batch, which must exist in the table that the difference begins with.
    /// - Complexity: O(c log c) for c changes, whatever the size of the table.
    @export(implementation)
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
    @export(implementation) var leaving: [Position] { deletions + moves.map(\.old) }
    @export(implementation) var arriving: [Position] { sorted(insertions.map(\.new) + moves.map(\.new)) { $0 < $1 } }
}

extension TableChanges<Int, TableSection> {
    @export(implementation)
    func newPosition(of old: Int) -> Int? {
        if let move = moves.first(where: { $0.old == old }) { return move.new }
        return deletions.contains(old) ? nil : old.shifted(leaving: leaving, arriving: arriving)
    }
}
