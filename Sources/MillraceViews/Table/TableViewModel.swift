/// What a table shows, as a value: a title and sections of rows.
///
/// A view provider is a pure function from state to a `TableViewModel` (equal states give equal view models); a
/// ``TableRenderer`` brings it to a screen. The model knows nothing of any user interface.
///
/// ```swift
/// TableViewModel(
///     title: "Filters",
///     sections: [
///         TableSection("author", header: "Author", rows: authors.map { author in
///             TableRow(author.name, author.name, accessory: .count(author.count), isSelected: author.isOn)
///         })
///     ]
/// )
/// ```
public struct TableViewModel: Equatable, Sendable {
    /// What stands above the table, if anything.
    public var title: String?

    /// The sections, from top to bottom.
    public var sections: [TableSection]

    /// Makes a table of sections; without arguments, the empty table.
    public init(title: String? = nil, sections: [TableSection] = []) {
        self.title = title
        self.sections = sections
    }

    /// Makes a table of a single section without a header.
    public init(title: String? = nil, rows: [TableRow]) {
        self.init(title: title, sections: [TableSection("", rows: rows)])
    }

    /// The row at a path. The path must be one of this table's.
    public subscript(path: RowPath) -> TableRow {
        get { sections[path.section].rows[path.row] }
        set { sections[path.section].rows[path.row] = newValue }
    }
}
