import MillraceBase

/// A change of the style within a line.
struct StyleChange: Equatable {
    /// The first column in the style.
    let column: Int
    let style: TerminalStyle
}

extension RandomAccessCollection<StyleChange> where Index == Int {
    /// The index of the first change behind a column. O(log n).
    func firstIndex(behind column: Int) -> Int { partitioningIndex { $0.column > column } }

    /// The style in a column, of a line that begins in another one. O(log n).
    func style(at column: Int, from first: TerminalStyle) -> TerminalStyle {
        let index = firstIndex(behind: column)
        return index == startIndex ? first : self[index - 1].style
    }

    /// Calls a closure with each style of a part of a line, and where it stands. O(log n + styles there).
    ///
    /// - Parameter first: The style that the line begins in.
    func forEachStyle(in range: Range<Int>, from first: TerminalStyle, _ body: (Range<Int>, TerminalStyle) -> Void) {
        guard !range.isEmpty else { return }
        var index = firstIndex(behind: range.lowerBound)
        var (start, style) = (range.lowerBound, index == startIndex ? first : self[index - 1].style)
        while index < endIndex, self[index].column < range.upperBound {
            body(start..<self[index].column, style)
            (start, style) = (self[index].column, self[index].style)
            index += 1
        }
        body(start..<range.upperBound, style)
    }
}
