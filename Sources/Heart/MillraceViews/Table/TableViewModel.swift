import MillraceData

/// What a table shows, as a value: a title and sections of rows.
///
/// A view provider is a pure function from state to a `TableViewModel` (equal states give equal view models); a
/// ``TableRenderer`` shows it on a screen. The model does not depend on any user interface.
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
    /// The text above the table, if any.
    public var title: String?

    /// The sections, from top to bottom.
    public var sections: [TableSection]

    /// Creates a table from sections; without arguments, the empty table.
    @export(implementation)
    public init(title: String? = nil, sections: [TableSection] = []) {
        self.title = title
        self.sections = sections
    }

    /// Creates a table from a single section without a header.
    @export(implementation)
    public init(title: String? = nil, rows: [TableRow]) {
        self.init(title: title, sections: [TableSection("", rows: rows)])
    }

    /// The row at a path, which must exist in this table.
    @export(implementation)
    public subscript(path: RowPath) -> TableRow {
        get { sections[path.section].rows[path.row] }
        set { sections[path.section].rows[path.row] = newValue }
    }
}
