import MillraceData
import MillraceViews

extension RowLines {
    /// Follows the changes of a list. O(k log n) for k changes; the rows of a section that is inserted or moved count
    /// as changes, unless each has one line.
    ///
    /// - Parameters:
    ///   - list: The list with the changes.
    ///   - height: As it was given at the beginning. It is called for rows that are inserted, moved or modified.
    @export(implementation)
    mutating func apply<Row>(_ changes: SectionChanges, to list: LiveList<Row>, height: ((Row) -> Int)? = nil) {
        apply(changes, RowShapes(list, height: height))
    }

    @usableFromInline
    mutating func apply(_ changes: SectionChanges, _ shapes: RowShapes) {
        let hasMoves = !changes.moves.isEmpty
        let leaving = hasMoves ? (changes.deletions + changes.moves.map(\.old)).sorted() : changes.deletions
        for paths in Self.bySection(leaving.reversed()) { removeRows(at: paths) }
        applySections(changes.sections, shapes)
        let arriving = hasMoves ? (changes.insertions + changes.moves.map(\.new)).sorted() : changes.insertions
        for paths in Self.bySection(arriving) {
            insertRows(at: paths, shapes.heights?(paths) ?? Array(repeating: 1, count: paths.count))
        }
        guard let heights = shapes.heights else { return }
        for row in changes.modifications {
            let (number, new) = (number(at: row.new), heights([row.new])[0])
            lines[row.new.section] += new - self.height(ofRow: number)
            self.heights?[number] = new
        }
    }

    private mutating func applySections(_ changes: RowChanges, _ shapes: RowShapes) {
        guard !changes.isEmpty else { return }
        var moved: [Int: Part] = [:]
        let arrivals = Dictionary(changes.moves.map { ($0.old, $0.new) }) { $1 }
        for section in (changes.deletions + changes.moves.map(\.old)).sorted(by: >) {
            let part = removeSection(at: section)
            if let new = arrivals[section] { moved[new] = part }
        }
        for section in (changes.insertions + changes.moves.map(\.new)).sorted() {
            insert(moved[section] ?? Part(section, shapes), at: section)
        }
        for section in changes.modifications.map(\.new) {
            let (former, new) = (lines[section] - heightOfRows(in: section), shapes.section(section))
            headers[section] = new.headerLines
            lines[section] += new.headerLines + new.footerLines - former
        }
    }

    // MARK: Rows

    private func height(ofRow number: Int) -> Int { heights?[number] ?? 1 }

    /// Sorted paths, those of each section for themselves.
    private static func bySection(_ paths: [RowPath]) -> [ArraySlice<RowPath>] {
        var (parts, rest) = ([ArraySlice<RowPath>](), paths[...])
        while let first = rest.first {
            parts.append(rest.prefix { $0.section == first.section })
            rest = rest.dropFirst(parts[parts.count - 1].count)
        }
        return parts
    }

    /// Removes rows of one section, the last one first.
    private mutating func removeRows(at paths: ArraySlice<RowPath>) {
        guard let section = paths.first?.section else { return }
        let first = rows.offset(of: section)
        var removed = 0
        for path in paths {
            removed += height(ofRow: first + path.row)
            heights?.remove(at: first + path.row)
        }
        lines[section] -= removed
        rows[section] -= paths.count
    }

    /// Inserts rows into one section, the first one first.
    private mutating func insertRows(at paths: ArraySlice<RowPath>, _ new: [Int]) {
        guard let section = paths.first?.section else { return }
        let first = rows.offset(of: section)
        if heights != nil {
            for run in paths.runs(\.row) {
                let start = run.startIndex - paths.startIndex
                heights?.insert(
                    contentsOf: Array(new[start..<(start + run.count)]),
                    at: first + paths[run.startIndex].row
                )
            }
        }
        lines[section] += new.reduce(0, +)
        rows[section] += paths.count
    }

    // MARK: Sections

    /// A section that is on its way.
    private struct Part {
        var rows: Int
        var headerLines: Int
        var lines: Int
        /// The lines of each row; none if each has one.
        var heights: [Int] = []

        init(rows: Int, headerLines: Int, lines: Int) {
            (self.rows, self.headerLines, self.lines) = (rows, headerLines, lines)
        }

        init(_ section: Int, _ shapes: RowShapes) {
            let shape = shapes.section(section)
            self.init(rows: shape.rows, headerLines: shape.headerLines, lines: shape.rows)
            if let heights = shapes.heights {
                self.heights = heights((0..<shape.rows).map { RowPath(section: section, row: $0) }[...])
                lines = self.heights.reduce(0, +)
            }
            lines += shape.headerLines + shape.footerLines
        }
    }

    private func heightOfRows(in section: Int) -> Int {
        let first = rows.offset(of: section)
        return offset(ofRow: first + rows[section]) - offset(ofRow: first)
    }

    private mutating func removeSection(at section: Int) -> Part {
        var part = Part(rows: rows[section], headerLines: headers[section], lines: lines[section])
        let first = rows.offset(of: section)
        if let heights { part.heights = (first..<(first + part.rows)).map { heights[$0] } }
        for number in (first..<(first + part.rows)).reversed() { heights?.remove(at: number) }
        rows.remove(at: section)
        headers.remove(at: section)
        lines.remove(at: section)
        return part
    }

    private mutating func insert(_ part: Part, at section: Int) {
        let first = rows.offset(of: section)
        heights?.insert(contentsOf: part.heights, at: first)
        rows.insert(part.rows, at: section)
        headers.insert(part.headerLines, at: section)
        lines.insert(part.lines, at: section)
    }
}
