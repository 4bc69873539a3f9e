extension SectionChanges {
    /// The new position of a row; nil if it or its section was deleted.
    ///
    /// A row that leaves a deleted section or enters an inserted one counts as deleted, as it does in the changes.
    ///
    /// - Parameter old: The position in the old sections.
    /// - Complexity: O(k) for k changes, and O(k log k) where any row has moved, whatever the number of rows.
    @export(implementation)
    public func newPosition(of old: RowPath) -> RowPath? {
        guard let section = sections.newPosition(of: old.section) else { return nil }
        if let move = moves.first(where: { $0.old == old }) { return move.new }
        if deletions.contains(old) { return nil }
        if moves.isEmpty {
            var row = old.row
            for deletion in deletions where deletion.section == old.section && deletion < old { row -= 1 }
            for insertion in insertions where insertion.section == section && insertion.row <= row { row += 1 }
            return RowPath(section: section, row: row)
        }
        let leaving = (deletions + moves.map(\.old)).filter { $0.section == old.section }
        let arriving = sorted((insertions + moves.map(\.new)).filter { $0.section == section }) { $0 < $1 }
        return RowPath(
            section: section,
            row: old.row.shifted(leaving: leaving.map(\.row), arriving: arriving.map(\.row))
        )
    }
}
