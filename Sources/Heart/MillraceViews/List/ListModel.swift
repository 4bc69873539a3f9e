import MillraceData

/// What a list shows, as a value: a title and sections of rows of any type.
///
/// A view provider is a pure function from state to a list (equal states give equal lists); a ``ListRenderer`` shows it
/// on a screen. The list does not depend on any user interface.
///
/// A ``ListRow`` is a ready-made row; a list of them is a ``ListModel``:
///
/// ```swift
/// ListModel(
///     title: "Filters",
///     sections: [
///         ListSection("author", header: "Author", rows: authors.map { author in
///             ListRow(author.name, author.name, accessory: .count(author.count), isSelected: author.isOn)
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
/// let timeline = ListModel<PostRow>(rows: texts.map { .text($0) })
/// ```
public struct ListModel<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable {
    /// The text above the list, if any.
    public var title: String?

    /// The sections, from top to bottom.
    public var sections: [ListSection<Row>]

    /// Creates a list from sections; without arguments, the empty list.
    @export(implementation)
    public init(title: String? = nil, sections: [ListSection<Row>] = []) {
        self.title = title
        self.sections = sections
    }

    /// Creates a list from a single section without a header.
    @export(implementation)
    public init(title: String? = nil, rows: [Row]) {
        self.init(title: title, sections: [ListSection("", rows: rows)])
    }

    /// The row at a path, which must exist in this list.
    @export(implementation)
    public subscript(path: RowPath) -> Row {
        get { sections[path.section].rows[path.row] }
        set { sections[path.section].rows[path.row] = newValue }
    }
}
