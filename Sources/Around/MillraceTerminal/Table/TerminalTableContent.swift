import MillraceData
import MillraceViews

/// What a terminal's table shows: a view model, or a table of live rows, which are read by position.
enum TerminalTableContent: Sendable {
    case model(TableViewModel)
    case live(LiveTable)

    var title: String? {
        switch self {
        case .model(let model): model.title
        case .live(let table): table.title
        }
    }

    var sectionCount: Int {
        switch self {
        case .model(let model): model.sections.count
        case .live(let table): table.sectionCount
        }
    }

    func id(_ section: Int) -> String {
        switch self {
        case .model(let model): model.sections[section].id
        case .live(let table): table[section].id
        }
    }

    func header(_ section: Int) -> String? {
        switch self {
        case .model(let model): model.sections[section].header
        case .live(let table): table[section].header
        }
    }

    func footer(_ section: Int) -> String? {
        switch self {
        case .model(let model): model.sections[section].footer
        case .live: nil
        }
    }

    func rowCount(_ section: Int) -> Int {
        switch self {
        case .model(let model): model.sections[section].rows.count
        case .live(let table): table[section].count
        }
    }

    subscript(path: RowPath) -> TableRow {
        switch self {
        case .model(let model): model[path]
        case .live(let table): table[path]
        }
    }

    /// The path of the first row with an identity. O(n).
    func firstPath(of id: String) -> RowPath? {
        for section in 0..<sectionCount {
            if let row = firstRow(of: id, in: section) { return RowPath(section: section, row: row) }
        }
        return nil
    }

    private func firstRow(of id: String, in section: Int) -> Int? {
        switch self {
        case .model(let model): model.sections[section].rows.firstIndex { $0.id == id }
        case .live(let table):
            (0..<table[section].count).first { [rows = table[section]] in rows[$0].id == id }
        }
    }

    /// The view model. O(n) for live rows, of which arrays are made.
    var model: TableViewModel {
        switch self {
        case .model(let model): model
        case .live(let table):
            TableViewModel(
                title: table.title,
                sections: (0..<table.sectionCount).map { position in
                    let section = table[position]
                    return TableSection(
                        section.id,
                        header: section.header,
                        rows: (0..<section.count).map { section[$0] }
                    )
                }
            )
        }
    }
}
