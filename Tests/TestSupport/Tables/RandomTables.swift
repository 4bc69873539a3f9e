import MillraceViews

/// Makes table view models that are likely to have much in common, and much to differ in.
package struct RandomTables<Random: RandomNumberGenerator> {
    package var random: Random

    /// Makes tables by a generator.
    package init(random: Random) {
        self.random = random
    }

    /// A table with identities from a small stock, so that two tables share many.
    ///
    /// - Parameter allowsDuplicates: Whether identities may repeat, of sections as well as of rows.
    package mutating func table(allowsDuplicates: Bool) -> ListModel<ListRow> {
        let names = draw(Int.random(in: 0...4, using: &random), of: 5, allowsDuplicates)
        var rowNames = draw(Int.random(in: 0...12, using: &random), of: 14, allowsDuplicates)
        var table = ListModel<ListRow>(title: maybe("title"))
        for name in names {
            let count = name == names.last ? rowNames.count : Int.random(in: 0...rowNames.count, using: &random)
            let rows = rowNames.prefix(count).map { row($0) }
            rowNames.removeFirst(count)
            table.sections.append(
                ListSection("section \(name)", header: maybe("header"), footer: maybe("footer"), rows: rows)
            )
        }
        return table
    }

    /// The table with a few things done to it, as an app does them.
    package mutating func changed(_ table: ListModel<ListRow>, allowsDuplicates: Bool) -> ListModel<ListRow> {
        var result = table
        for _ in 0..<Int.random(in: 0...4, using: &random) { changeSomething(in: &result, allowsDuplicates) }
        return result
    }

    private mutating func changeSomething(in table: inout ListModel<ListRow>, _ allowsDuplicates: Bool) {
        guard let section = table.sections.indices.randomElement(using: &random) else { return }
        let place = table.sections[section].rows.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<8, using: &random), place) {
        case (0, _): table.sections[section].header = maybe("header")
        case (1, _): table.sections.swapAt(section, Int.random(in: 0..<table.sections.count, using: &random))
        case (2, _): table.sections.remove(at: section)
        case (3, let row?): table.sections[section].rows[row].isSelected.toggle()
        case (4, let row?): table.sections[section].rows.remove(at: row)
        case (5, let row?):
            let moved = table.sections[section].rows.remove(at: row)
            let target = Int.random(in: 0..<table.sections.count, using: &random)
            let count = table.sections[target].rows.count
            table.sections[target].rows.insert(moved, at: Int.random(in: 0...count, using: &random))
        case (6, let row?) where allowsDuplicates:
            table.sections[section].rows.insert(table.sections[section].rows[row], at: row)
        default: table.title = maybe("title")
        }
    }

    private mutating func draw(_ count: Int, of stock: Int, _ allowsDuplicates: Bool) -> [Int] {
        allowsDuplicates
            ? (0..<count).map { _ in Int.random(in: 0..<stock, using: &random) }
            : Array((0..<stock).shuffled(using: &random).prefix(count))
    }

    private mutating func row(_ name: Int) -> ListRow {
        ListRow("row \(name)", "title \(name)", detail: maybe("detail"), isSelected: Bool.random(using: &random))
    }

    private mutating func maybe(_ text: String) -> String? {
        [nil, text, text, text + " changed"].randomElement(using: &random) ?? nil
    }
}
