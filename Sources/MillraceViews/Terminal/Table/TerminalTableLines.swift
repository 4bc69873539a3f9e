/// A table as lines, one below the other: for each section its header, its rows and its footer.
///
/// Made in O(sections); finding a line is O(log sections), so that drawing looks only at what is visible.
struct TerminalTableLines {
    enum Line: Equatable {
        case header(section: Int)
        case row(RowPath)
        case footer(section: Int)
    }

    private let table: TableViewModel
    private var firstLines: [Int] = []
    private var firstRows: [Int] = []

    /// How many lines there are.
    private(set) var count = 0

    /// How many of them are rows.
    private(set) var rowCount = 0

    init(_ table: TableViewModel) {
        self.table = table
        for section in table.sections {
            firstLines.append(count)
            firstRows.append(rowCount)
            count += section.rows.count + (section.header == nil ? 0 : 1) + (section.footer == nil ? 0 : 1)
            rowCount += section.rows.count
        }
    }

    /// The line at an index within `0..<count`.
    subscript(index: Int) -> Line {
        let section = Self.last(notAbove: index, in: firstLines)
        let header = table.sections[section].header == nil ? 0 : 1
        let row = index - firstLines[section] - header
        if row < 0 { return .header(section: section) }
        return row < table.sections[section].rows.count
            ? .row(RowPath(section: section, row: row))
            : .footer(section: section)
    }

    /// The path of the row with a number within `0..<rowCount`.
    func path(ofRow number: Int) -> RowPath {
        let section = Self.last(notAbove: number, in: firstRows)
        return RowPath(section: section, row: number - firstRows[section])
    }

    /// The number of a row among all rows.
    func number(of path: RowPath) -> Int { firstRows[path.section] + path.row }

    /// The lines to see when the cursor is on a row: its own, with the header or footer that it adjoins.
    func neighborhood(of path: RowPath) -> (first: Int, row: Int, last: Int) {
        let section = table.sections[path.section]
        let header = section.header == nil ? 0 : 1
        let line = firstLines[path.section] + header + path.row
        let isLast = path.row == section.rows.count - 1 && section.footer != nil
        return (path.row == 0 ? line - header : line, line, isLast ? line + 1 : line)
    }

    /// The last section that begins at or before a position; of empty sections at one place, the last one.
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
