extension LiveList {
    /// Creates a list from a view model: for a renderer that shows either. O(1).
    package init(_ model: ListModel<Row>) {
        self.init(title: model.title, sectionCount: model.sections.count) { position in
            let section = model.sections[position]
            let rows = section.rows
            var shown = Section(id: section.id, header: section.header, count: rows.count) { position, body in
                _ = rows[position...].allSatisfy(body)
            }
            shown.footer = section.footer
            return shown
        }
    }
}
