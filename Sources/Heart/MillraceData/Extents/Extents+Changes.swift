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
        for run in (changes.insertions + changes.moves.map(\.new)).sorted()[...].runs({ $0 }) {
            insert(contentsOf: run.map { moved[$0] ?? extent($0) }, at: run[run.startIndex])
        }
        for row in changes.modifications { self[row.new] = extent(row.new) }
    }

    /// Follows a change that an observer of a live view receives. O(k log n) for k changes, and O(n) for all rows at
    /// the beginning and after a reset.
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

extension ArraySlice {
    /// The parts whose elements have numbers that follow each other without a gap.
    @export(implementation)
    package func runs(_ number: (Element) -> Int) -> [ArraySlice<Element>] {
        var (runs, start) = ([ArraySlice<Element>](), startIndex)
        for index in indices where index + 1 == endIndex || number(self[index + 1]) != number(self[index]) + 1 {
            runs.append(self[start...index])
            start = index + 1
        }
        return runs
    }
}
