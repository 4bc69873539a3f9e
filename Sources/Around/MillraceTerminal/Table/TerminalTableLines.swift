import MillraceViews

/// A table as lines: for each section its header, its rows and its footer.
///
/// Made in O(sections); finding a line is O(log sections), so drawing visits only what is visible.
struct TerminalTableLines: Sendable {
    enum Line: Equatable {
        case header(section: Int)
        case row(RowPath)
        case footer(section: Int)
    }

    let content: TerminalTableContent

    /// For each section the number of its rows, and whether it has a header.
    private var sections: [(rowCount: Int, hasHeader: Bool)] = []
    private var firstLines: [Int] = []
    private var firstRows: [Int] = []

    /// The number of lines.
    private(set) var count = 0

    /// The number of lines that are rows.
    private(set) var rowCount = 0

    init(_ table: TableViewModel) { self.init(.model(table)) }

    init(_ content: TerminalTableContent) {
        self.content = content
        for section in 0..<content.sectionCount {
            let rows = content.rowCount(section)
            let (hasHeader, hasFooter) = (content.header(section) != nil, content.footer(section) != nil)
            sections.append((rows, hasHeader))
            firstLines.append(count)
            firstRows.append(rowCount)
            count += rows + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0)
            rowCount += rows
        }
    }

    /// The line at an index within `0..<count`.
    subscript(index: Int) -> Line {
        let section = Self.last(notAbove: index, in: firstLines)
        let header = sections[section].hasHeader ? 1 : 0
        let row = index - firstLines[section] - header
        if row < 0 { return .header(section: section) }
        return row < sections[section].rowCount
            ? .row(RowPath(section: section, row: row))
            : .footer(section: section)
    }

    /// The path of the row with a number within `0..<rowCount`.
    func path(ofRow number: Int) -> RowPath {
        let section = Self.last(notAbove: number, in: firstRows)
        return RowPath(section: section, row: number - firstRows[section])
    }

    /// The number of the row at a path.
    func number(at path: RowPath) -> Int { firstRows[path.section] + path.row }

    /// Returns the line of the row with a number, and the range of lines around it up to the neighbouring rows: the
    /// headers and footers to be shown together with the row.
    func neighborhood(ofRow number: Int) -> (line: Int, range: Range<Int>) {
        let start = number == 0 ? 0 : line(ofRow: number - 1) + 1
        let end = number == rowCount - 1 ? count : line(ofRow: number + 1)
        return (line(ofRow: number), start..<end)
    }

    private func line(ofRow number: Int) -> Int {
        let path = path(ofRow: number)
        return firstLines[path.section] + (sections[path.section].hasHeader ? 1 : 0) + path.row
    }

    /// Returns the last section that begins at or before a position; of empty sections at one position, the last one.
    private static func last(notAbove position: Int, in starts: [Int]) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}
