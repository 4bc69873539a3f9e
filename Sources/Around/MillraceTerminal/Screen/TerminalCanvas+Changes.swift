extension TerminalCanvas.Row {
    /// How many columns that have not changed are written again, rather than passed over: going to another column
    /// takes about as many bytes.
    private static var shortestGap: Int { 8 }

    /// The column behind the last one that is not blank.
    var end: Int { cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0 }

    /// The parts to be written where another row of as many columns is shown, from left to right. None begins or ends
    /// within a wide glyph of either row. O(columns).
    func changes(from former: Self) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var column = 0
        while column < count {
            guard differs(from: former, at: column) else {
                column += 1
                continue
            }
            var (start, end) = (column, column + 1)
            while continuesGlyph(at: start) || former.continuesGlyph(at: start) { start -= 1 }
            while end < count, continuesGlyph(at: end) || former.continuesGlyph(at: end) { end += 1 }
            if let last = ranges.last, start - last.upperBound < Self.shortestGap {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else {
                ranges.append(start..<end)
            }
            column = end
        }
        return ranges
    }

    /// Whether a glyph of several scalars begins in a part.
    func hasClusters(in range: Range<Int>) -> Bool { cells[range].contains { $0.code.isCluster } }

    private func differs(from former: Self, at column: Int) -> Bool {
        !isEqual(cells[column], former.cells[column], in: former)
    }

    private func continuesGlyph(at column: Int) -> Bool { column > 0 && cells[column].code == .further }
}
