extension TerminalCanvas.Row {
    /// How many columns that have not changed are written again, rather than passed over: going to another column
    /// takes about as many bytes.
    private static var shortestGap: Int { 8 }

    /// The column behind the last one that is not blank.
    var end: Int { cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0 }

    /// The parts to be written where another row of as many columns is shown, from left to right. O(columns).
    ///
    /// Each begins with a glyph in both rows: where one row has the further column of a wide glyph and the other has not,
    /// the rows differ in the first column of that glyph, too.
    func changes(from former: Self) -> [Range<Int>] {
        let hasClusters = !clusters.isEmpty && !former.clusters.isEmpty
        // Through buffers, since this is done for each column of a row that has changed.
        return cells.withUnsafeBufferPointer { cells in
            former.cells.withUnsafeBufferPointer { others in
                func differs(_ column: Int) -> Bool {
                    let (cell, other) = (cells[column], others[column])
                    return hasClusters ? !isEqual(cell, other, in: former) : cell != other
                }
                var (ranges, end) = ([Range<Int>](), 0)
                while end < cells.count {
                    let start = end
                    end += 1
                    guard differs(start) else { continue }
                    while end < cells.count, differs(end) { end += 1 }
                    if let last = ranges.last, start - last.upperBound < Self.shortestGap {
                        ranges[ranges.count - 1] = last.lowerBound..<end
                    } else {
                        ranges.append(start..<end)
                    }
                }
                return ranges
            }
        }
    }

    /// Whether a glyph of several scalars begins in a part.
    func hasClusters(in range: Range<Int>) -> Bool { !clusters.isEmpty && cells[range].contains { $0.code.isCluster } }
}
