import MillraceData
import MillraceViews

extension RowLines {
    /// Follows the changes of a table. O(k log n) for k changes; the rows of a section that is inserted or moved count
    /// as changes, unless each has one line.
    ///
    /// - Parameters:
    ///   - table: The table with the changes.
    ///   - height: As it was given at the beginning. It is called for rows that are inserted or modified.
    mutating func apply<Row>(_ changes: SectionChanges, to table: LiveTableOf<Row>, height: ((Row) -> Int)? = nil) {
        var moved: [RowPath: Int] = [:]
        for move in changes.moves { moved[move.new] = self.height(ofRow: number(at: move.old)) }
        for path in (changes.deletions + changes.moves.map(\.old)).sorted(by: >) { removeRow(at: path) }
        applySections(changes.sections, to: table, height)
        for path in (changes.insertions + changes.moves.map(\.new)).sorted() {
            insertRow(moved[path] ?? height?(table[path]) ?? 1, at: path)
        }
        guard let height else { return }
        for row in changes.modifications {
            let (number, new) = (number(at: row.new), max(0, height(table[row.new])))
            lines[row.new.section] += new - self.height(ofRow: number)
            heights?[number] = new
        }
    }

    private mutating func applySections<Row>(
        _ changes: RowChanges,
        to table: LiveTableOf<Row>,
        _ height: ((Row) -> Int)?
    ) {
        guard !changes.isEmpty else { return }
        var moved: [Int: Part] = [:]
        let arrivals = Dictionary(changes.moves.map { ($0.old, $0.new) }) { $1 }
        for section in (changes.deletions + changes.moves.map(\.old)).sorted(by: >) {
            let part = removeSection(at: section)
            if let new = arrivals[section] { moved[new] = part }
        }
        for section in (changes.insertions + changes.moves.map(\.new)).sorted() {
            insert(moved[section] ?? Part(table[section], height), at: section)
        }
        for section in changes.modifications.map(\.new) {
            let (former, new) = (lines[section] - heightOfRows(in: section), table[section])
            headers[section] = new.headerLines
            lines[section] += new.headerLines + new.footerLines - former
        }
    }

    // MARK: Rows

    private func height(ofRow number: Int) -> Int { heights?[number] ?? 1 }

    private mutating func removeRow(at path: RowPath) {
        let number = number(at: path)
        lines[path.section] -= height(ofRow: number)
        rows[path.section] -= 1
        heights?.remove(at: number)
    }

    private mutating func insertRow(_ height: Int, at path: RowPath) {
        let number = number(at: path)
        heights?.insert(height, at: number)
        rows[path.section] += 1
        lines[path.section] += max(0, height)
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

        init<Row>(_ section: LiveTableOf<Row>.Section, _ height: ((Row) -> Int)?) {
            self.init(rows: section.count, headerLines: section.headerLines, lines: section.count)
            if let height {
                heights = (0..<section.count).map { max(0, height(section[$0])) }
                lines = heights.reduce(0, +)
            }
            lines += section.headerLines + section.footerLines
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
        for (index, height) in part.heights.enumerated() { heights?.insert(height, at: first + index) }
        rows.insert(part.rows, at: section)
        headers.insert(part.headerLines, at: section)
        lines.insert(part.lines, at: section)
    }
}
