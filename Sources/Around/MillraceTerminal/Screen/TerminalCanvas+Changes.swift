extension TerminalCanvas.Row {
    /// How many columns that have not changed are written again, rather than passed over: going to another column
    /// takes about as many bytes.
    private static var shortestGap: Int { 8 }

    /// The column behind the last one that is not blank.
    var end: Int {
        var end = endOfLine
        while end > 0, self[end - 1] == .blank { end -= 1 }
        return end
    }

    /// The parts to be written where another row of as many columns is shown, from left to right. None begins or ends
    /// within a wide glyph of either row. O(columns).
    func changes(from former: Self) -> [Range<Int>] {
        var (ranges, last): ([Range<Int>], Range<Int>?) = ([], nil)
        let isPlain = clusters.isEmpty && former.clusters.isEmpty
        func differs(_ column: Int) -> Bool {
            guard isPlain else { return !isEqual(self[column], former[column], in: former) }
            return code(at: column) != former.code(at: column) || style(at: column) != former.style(at: column)
        }
        func continuesGlyph(_ column: Int) -> Bool {
            column > 0 && (code(at: column) == .further || former.code(at: column) == .further)
        }
        // Behind both lines there are only blanks.
        let count = Swift.max(endOfLine, former.endOfLine)
        var column = 0
        while column < count {
            guard differs(column) else {
                column += 1
                continue
            }
            var (start, end) = (column, column + 1)
            // Where everything differs, only every eighth column is looked at.
            while let last = (end..<Swift.min(end + Self.shortestGap, count)).last(where: differs) { end = last + 1 }
            while continuesGlyph(start) { start -= 1 }
            while end < count, continuesGlyph(end) { end += 1 }
            if let former = last, start - former.upperBound < Self.shortestGap {
                last = former.lowerBound..<end
            } else {
                if let former = last { ranges.append(former) }
                last = start..<end
            }
            column = end
        }
        if let last { ranges.append(last) }
        return ranges
    }

    /// Whether a glyph of several scalars begins in a part.
    func hasClusters(in range: Range<Int>) -> Bool {
        !clusters.isEmpty && range.contains { code(at: $0).isCluster }
    }
}
