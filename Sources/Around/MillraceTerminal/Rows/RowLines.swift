import MillraceData
import MillraceViews

/// Where the lines of a list are: for each section its header, its rows and its footer.
///
/// Made in O(rows), or in O(sections) if each row has one line; finding a line is O(log rows), and so is following a
/// change. A row's number counts the rows of all sections.
@usableFromInline
struct RowLines: Sendable {
    @usableFromInline
    enum Line: Equatable {
        case header(section: Int)
        case row(RowPath)
        case footer(section: Int)
    }

    /// The rows, the lines before the rows, and all lines, of each section.
    @usableFromInline var rows: Extents
    @usableFromInline var headers: Extents
    @usableFromInline var lines: Extents
    /// The lines of each row of all sections; nil if all have one.
    var heights: Extents?

    /// The lines of a list.
    ///
    /// - Parameter height: Returns the number of lines of a row, and is called for each of them; nil if it is always 1.
    @export(implementation)
    init<Row>(_ list: LiveList<Row>, height: ((Row) -> Int)? = nil) {
        self.init(RowShapes(list, height: height), sectionCount: list.sectionCount)
    }

    @usableFromInline
    init(_ shapes: RowShapes, sectionCount: Int) {
        let sections = (0..<sectionCount).map(shapes.section)
        rows = Extents(sections.map(\.rows))
        headers = Extents(sections.map(\.headerLines))
        let heights = shapes.heights.map { heights in
            Extents(
                sections.indices.flatMap { section in
                    heights((0..<sections[section].rows).map { RowPath(section: section, row: $0) }[...])
                }
            )
        }
        var (lines, first) = ([Int](), 0)
        for section in sections {
            let end = first + section.rows
            let height = heights.map { $0.offset(of: end) - $0.offset(of: first) } ?? section.rows
            lines.append(section.headerLines + height + section.footerLines)
            first = end
        }
        self.lines = Extents(lines)
        self.heights = heights
    }

    /// The number of lines.
    @usableFromInline var count: Int { lines.total }

    /// The number of rows.
    @usableFromInline var rowCount: Int { rows.total }

    /// Whether there is a line that belongs to a row.
    @usableFromInline var hasRows: Bool { heights.map { $0.total > 0 } ?? (rowCount > 0) }

    /// The line at an index within `0..<count`.
    @usableFromInline
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
    @usableFromInline
    func path(ofRow number: Int) -> RowPath {
        let section = rows.position(at: number) ?? 0
        return RowPath(section: section, row: number - rows.offset(of: section))
    }

    /// The number of the row at a path.
    @usableFromInline
    func number(at path: RowPath) -> Int { rows.offset(of: path.section) + path.row }

    /// The lines of the row with a number.
    @usableFromInline
    func range(ofRow number: Int) -> Range<Int> {
        let section = rows.position(at: number) ?? 0
        let start = offset(ofRow: number)
        let line =
            lines.offset(of: section) + headers[section] + start - offset(ofRow: rows.offset(of: section))
        return line..<(line + offset(ofRow: number + 1) - start)
    }

    /// The next row behind one that has lines.
    @usableFromInline
    func row(after number: Int) -> Int? { row(atOffset: offset(ofRow: number + 1)) }

    /// The next row before one that has lines.
    @usableFromInline
    func row(before number: Int) -> Int? { row(atOffset: offset(ofRow: number) - 1) }

    /// The lines around a row up to its neighbours: the headers and footers to be shown together with the row.
    @usableFromInline
    func neighborhood(ofRow number: Int) -> Range<Int> {
        let start = row(before: number).map { range(ofRow: $0).upperBound } ?? 0
        return start..<(row(after: number).map { range(ofRow: $0).lowerBound } ?? count)
    }

    /// The lines of the rows before one.
    @usableFromInline
    func offset(ofRow number: Int) -> Int { heights?.offset(of: number) ?? number }

    private func row(atOffset offset: Int) -> Int? {
        if let heights { return heights.position(at: offset) }
        return (0..<rowCount).contains(offset) ? offset : nil
    }
}

/// What the lines of a list depend on. It knows nothing of the type of the rows, so that what follows from it is
/// compiled once.
@usableFromInline
struct RowShapes {
    /// The rows, and the lines before and behind them, of a section.
    @usableFromInline let section: (Int) -> (rows: Int, headerLines: Int, footerLines: Int)

    /// The lines of rows of one section; nil if each has one.
    @usableFromInline let heights: ((ArraySlice<RowPath>) -> [Int])?

    @export(implementation)
    init<Row>(_ list: LiveList<Row>, height: ((Row) -> Int)?) {
        section = { position in
            let section = list[position]
            return (section.count, section.header == nil ? 0 : 1, section.footer == nil ? 0 : 1)
        }
        heights = height.map { height in
            { paths in
                var heights: [Int] = []
                heights.reserveCapacity(paths.count)
                guard let section = paths.first.map({ list[$0.section] }) else { return [] }
                for run in paths.runs(\.row) {
                    let end = heights.count + run.count
                    section.forEachRow(from: paths[run.startIndex].row) { row in
                        heights.append(max(0, height(row)))
                        return heights.count < end
                    }
                }
                return heights
            }
        }
    }
}
