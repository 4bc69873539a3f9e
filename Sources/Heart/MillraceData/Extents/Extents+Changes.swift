extension Extents {
    /// Follows changes of the rows. O(k log n) for k changes.
    ///
    /// - Parameters:
    ///   - changes: The changes from the rows that these extents belong to.
    ///   - extent: Returns the extent of the row at a new position. It is called for rows that are inserted or
    ///     modified.
    public mutating func apply(_ changes: RowChanges, _ extent: (Int) -> Int) {
        var moved: [Int: Int] = [:]
        for move in changes.moves { moved[move.new] = self[move.old] }
        for position in (changes.deletions + changes.moves.map(\.old)).sorted(by: >) { remove(at: position) }
        for position in (changes.insertions + changes.moves.map(\.new)).sorted() {
            insert(moved[position] ?? extent(position), at: position)
        }
        for row in changes.modifications { self[row.new] = extent(row.new) }
    }

    /// Follows what an observer of a live view receives. O(k log n) for k changes, and O(n) for all rows at the
    /// beginning and after a reset.
    ///
    /// - Parameters:
    ///   - change: The changes of the rows, and the rows after them.
    ///   - extent: Returns the extent of a row.
    @export(implementation)
    public mutating func follow<Row>(_ change: LiveChange<Row>, _ extent: (Row) -> Int) {
        switch change {
        case .initial(let rows), .reset(let rows): self = Extents(rows.map(extent))
        case .update(let rows, let changes): apply(changes) { extent(rows[$0]) }
        }
    }
}
