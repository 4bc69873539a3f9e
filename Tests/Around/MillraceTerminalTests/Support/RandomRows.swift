import MillraceSpecs
import MillraceViews

@testable import MillraceTerminal

/// Makes tables of rows of many lines, and changes them as an app does.
struct RandomRows {
    typealias Row = TerminalRow<Int>

    var random = SeededGenerator(.current)
    private var nextID = 0

    /// A row whose lines tell what it is, at most nine of them, and sometimes none.
    mutating func row(_ id: Int? = nil) -> Row {
        if id == nil { nextID += 1 }
        let (id, version) = (id ?? nextID, Int.random(in: 0...9, using: &random))
        let count = [0, 1, 1, 1, 2, 3, 3, 9].randomElement(using: &random) ?? 1
        return Row(id, (0..<count).map { TerminalLine("\(id).\($0) v\(version)") })
    }

    /// A table of up to three sections.
    mutating func table(_ count: Int) -> ListModel<Row> {
        var table = ListModel<Row>(title: maybe("title"))
        for name in 0..<Int.random(in: 1...3, using: &random) {
            let rows = (0..<Int.random(in: 0...count, using: &random)).map { _ in row() }
            table.sections.append(ListSection("\(name)", header: maybe("header"), footer: maybe("footer"), rows: rows))
        }
        return table
    }

    /// The table after a few edits.
    mutating func changed(_ table: ListModel<Row>) -> ListModel<Row> {
        var result = table
        for _ in 0..<Int.random(in: 1...6, using: &random) { changeSomething(in: &result) }
        return result
    }

    private mutating func changeSomething(in table: inout ListModel<Row>) {
        guard let section = table.sections.indices.randomElement(using: &random) else { return }
        let place = table.sections[section].rows.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<14, using: &random), place) {
        case (12, _):
            // The rows of a section that goes come into a new one.
            let rows = table.sections.remove(at: section).rows
            nextID += 1
            let count = Int.random(in: 0...rows.count, using: &random)
            table.sections.insert(
                ListSection("new \(nextID)", header: maybe("header"), rows: Array(rows.prefix(count))),
                at: 0
            )
        case (0, _): table.sections[section].header = maybe("header")
        case (1, _) where table.sections.count > 1: table.sections.swapAt(section, 0)
        case (2, let row?):
            table.sections[section].rows.removeSubrange(row..<min(row + 4, table.sections[section].rows.count))
        case (3, let row?):
            let moved = table.sections[section].rows.remove(at: row)
            let target = table.sections.indices.randomElement(using: &random) ?? 0
            let count = table.sections[target].rows.count
            table.sections[target].rows.insert(moved, at: Int.random(in: 0...count, using: &random))
        case (4, let row?): table.sections[section].rows.remove(at: row)
        case (5...8, let row?): table.sections[section].rows[row] = self.row(table.sections[section].rows[row].id)
        default:
            let rows = (0..<Int.random(in: 1...4, using: &random)).map { _ in row() }
            let count = table.sections[section].rows.count
            table.sections[section].rows.insert(contentsOf: rows, at: Int.random(in: 0...count, using: &random))
        }
    }

    private mutating func maybe(_ text: String) -> String? { [nil, text].randomElement(using: &random) ?? nil }
}
