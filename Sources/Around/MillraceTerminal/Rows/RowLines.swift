import MillraceData
import MillraceViews

/// Where the lines of a table are: for each section its header, its rows and its footer.
///
/// Made in O(rows), or in O(sections) if each row has one line; finding a line is O(log rows), and so is following a
/// change. A row's number counts the rows of all sections.
struct RowLines: Sendable {
    enum Line: Equatable {
        case header(section: Int)
        case row(RowPath)
        case footer(section: Int)
    }

    /// The rows, the lines before the rows, and all lines, of each section.
    var rows: Extents
    var headers: Extents
    var lines: Extents
    /// The lines of each row of all sections; nil if all have one.
    var heights: Extents?

    /// The lines of a table.
    ///
    /// - Parameter height: Returns the number of lines of a row, and is called for each of them; nil if it is always 1.
    init<Row>(_ table: LiveTableOf<Row>, height: ((Row) -> Int)? = nil) {
        let sections = (0..<table.sectionCount).map { table[$0] }
        rows = Extents(sections.lazy.map(\.count))
        headers = Extents(sections.lazy.map(\.headerLines))
        let heights = height.map { height in
            Extents(sections.lazy.flatMap { section in (0..<section.count).lazy.map { height(section[$0]) } })
        }
        var (lines, first) = ([Int](), 0)
        for section in sections {
            let end = first + section.count
            let height = heights.map { $0.offset(of: end) - $0.offset(of: first) } ?? section.count
            lines.append(section.headerLines + height + section.footerLines)
            first = end
        }
        self.lines = Extents(lines)
        self.heights = heights
    }

    /// The number of lines.
    var count: Int { lines.total }

    /// The number of rows.
    var rowCount: Int { rows.total }

    /// Whether there is a line that belongs to a row.
    var hasRows: Bool { heights.map { $0.total > 0 } ?? (rowCount > 0) }

    /// The line at an index within `0..<count`.
    subscript(index: Int) -> Line {
        let section = lines.position(at: index) ?? 0
        let first = rows.offset(of: section)
        let (start, end) = (offset(ofRow: first), offset(ofRow: first + rows[section]))
        let place = index - lines.offset(of: section) - headers[section]
        if place < 0 { return .header(section: section) }
        guard place < end - start, let row = row(atOffset: start + place) else { return .footer(section: section) }
        return .row(RowPath(section: section, row: row - first))
    }

    /// The path of the row with a number within `0..<rowCount`.
    func path(ofRow number: Int) -> RowPath {
        let section = rows.position(at: number) ?? 0
        return RowPath(section: section, row: number - rows.offset(of: section))
    }

    /// The number of the row at a path.
    func number(at path: RowPath) -> Int { rows.offset(of: path.section) + path.row }

    /// The lines of the row with a number.
    func range(ofRow number: Int) -> Range<Int> {
        let section = rows.position(at: number) ?? 0
        let start = offset(ofRow: number)
        let line =
            lines.offset(of: section) + headers[section] + start - offset(ofRow: rows.offset(of: section))
        return line..<(line + offset(ofRow: number + 1) - start)
    }

    /// The next row behind one that has lines.
    func row(after number: Int) -> Int? { row(atOffset: offset(ofRow: number + 1)) }

    /// The next row before one that has lines.
    func row(before number: Int) -> Int? { row(atOffset: offset(ofRow: number) - 1) }

    /// The lines around a row up to its neighbours: the headers and footers to be shown together with the row.
    func neighborhood(ofRow number: Int) -> Range<Int> {
        let start = row(before: number).map { range(ofRow: $0).upperBound } ?? 0
        return start..<(row(after: number).map { range(ofRow: $0).lowerBound } ?? count)
    }

    /// The lines of the rows before one.
    func offset(ofRow number: Int) -> Int { heights?.offset(of: number) ?? number }

    private func row(atOffset offset: Int) -> Int? {
        if let heights { return heights.position(at: offset) }
        return (0..<rowCount).contains(offset) ? offset : nil
    }
}

extension LiveTableOf.Section {
    /// The number of lines before the rows.
    var headerLines: Int { header == nil ? 0 : 1 }

    /// The number of lines behind the rows.
    var footerLines: Int { footer == nil ? 0 : 1 }
}
