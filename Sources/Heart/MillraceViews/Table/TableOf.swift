import MillraceData

/// What a table shows, as a value: a title and sections of rows of any type.
///
/// A view provider is a pure function from state to a table (equal states give equal tables); a ``RendererOf`` shows it
/// on a screen. The table does not depend on any user interface.
///
/// A ``TableRow`` is a ready-made row; a table of them is a ``TableViewModel``:
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
///
/// Rows of your own are any values with an identity. Rows of several kinds are an enum with a case for each: rows are
/// then compared and drawn without looking up a type at run time.
///
/// ```swift
/// enum PostRow: Identifiable, Equatable, Sendable {
///     case header(PostHeader)
///     case text(PostText)
///
///     var id: PostRowID {
///         switch self {
///         case .header(let row): .header(row.post)
///         case .text(let row): .text(row.post)
///         }
///     }
/// }
///
/// let timeline = TableOf<PostRow>(rows: texts.map { .text($0) })
/// ```
public struct TableOf<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// The text above the table, if any.
    public var title: String?

    /// The sections, from top to bottom.
    public var sections: [SectionOf<Row>]

    /// Creates a table from sections; without arguments, the empty table.
    @export(implementation)
    public init(title: String? = nil, sections: [SectionOf<Row>] = []) {
        self.title = title
        self.sections = sections
    }

    /// Creates a table from a single section without a header.
    @export(implementation)
    public init(title: String? = nil, rows: [Row]) {
        self.init(title: title, sections: [SectionOf("", rows: rows)])
    }

    /// The row at a path, which must exist in this table.
    @export(implementation)
    public subscript(path: RowPath) -> Row {
        get { sections[path.section].rows[path.row] }
        set { sections[path.section].rows[path.row] = newValue }
    }
}

/// A table of ready-made rows.
public typealias TableViewModel = TableOf<TableRow>
