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

    private var firstLines: [Int] = []
    private var firstRows: [Int] = []

    /// The number of lines.
    private(set) var count = 0

    /// The number of lines that are rows.
    private(set) var rowCount = 0

    init(_ content: TerminalTableContent) {
        self.content = content
        for section in content.sections {
            firstLines.append(count)
            firstRows.append(rowCount)
            count += section.headerLines + section.count + (section.footer == nil ? 0 : 1)
            rowCount += section.count
        }
    }

    /// The line at an index within `0..<count`.
    subscript(index: Int) -> Line {
        let section = Self.last(notAbove: index, in: firstLines)
        let row = index - firstLines[section] - content.sections[section].headerLines
        if row < 0 { return .header(section: section) }
        return row < content.sections[section].count
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
        return firstLines[path.section] + content.sections[path.section].headerLines + path.row
    }

    /// Returns the last section that begins at or before a position; of empty sections at one position, the last one.
    private static func last(notAbove position: Int, in starts: [Int]) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }
}

extension LiveTable.Section {
    /// The number of lines before the rows.
    fileprivate var headerLines: Int { header == nil ? 0 : 1 }
}
