import MillraceData
import MillraceViews

/// What a terminal's table shows: the rows of a view model, or those of a live view, which are read by position.
struct TerminalTableContent: Sendable {
    struct Section: Sendable {
        let id: String
        let header: String?
        let footer: String?
        let count: Int
        let row: @Sendable (Int) -> TableRow
    }

    let title: String?
    let sections: [Section]

    init(_ model: TableViewModel) {
        title = model.title
        sections = model.sections.map { section in
            Section(id: section.id, header: section.header, footer: section.footer, count: section.rows.count) {
                section.rows[$0]
            }
        }
    }

    init(_ table: LiveTable) {
        title = table.title
        sections = (0..<table.sectionCount).map { position in
            let section = table[position]
            return Section(id: section.id, header: section.header, footer: nil, count: section.count) { section[$0] }
        }
    }

    subscript(path: RowPath) -> TableRow { sections[path.section].row(path.row) }

    /// The path of the first row with an identity. O(n).
    func firstPath(of id: String) -> RowPath? {
        for (index, section) in sections.enumerated() {
            let row = (0..<section.count).first { section.row($0).id == id }
            if let row { return RowPath(section: index, row: row) }
        }
        return nil
    }
}
