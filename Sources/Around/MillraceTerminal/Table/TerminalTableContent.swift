import MillraceViews

/// What a terminal's table shows: the rows of a view model, or those of a live view, which are read by position.
struct TerminalTableContent: Sendable {
    let title: String?
    let sections: [LiveTable.Section]

    init(_ table: LiveTable) {
        title = table.title
        sections = (0..<table.sectionCount).map { table[$0] }
    }

    subscript(path: RowPath) -> TableRow { sections[path.section][path.row] }

    /// The path of the first row with an identity. O(n).
    func firstPath(of id: String) -> RowPath? {
        for (index, section) in sections.enumerated() {
            let row = (0..<section.count).first { section[$0].id == id }
            if let row { return RowPath(section: index, row: row) }
        }
        return nil
    }
}

extension LiveTable {
    /// Creates a table from a view model: for a renderer that shows either. O(1).
    init(_ model: TableViewModel) {
        self.init(title: model.title, sectionCount: model.sections.count) { position in
            let section = model.sections[position]
            var shown = Section(id: section.id, header: section.header, count: section.rows.count) { section.rows[$0] }
            shown.footer = section.footer
            return shown
        }
    }
}
