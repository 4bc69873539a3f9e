/// A group of a list's rows, with an optional header and footer.
public struct ListSection<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable, Identifiable {
    /// The identity that makes this section the same one in the next view model, wherever it is and whatever it shows
    /// there.
    public var id: String

    /// The text above the rows, if any.
    public var header: String?

    /// The text below the rows, if any.
    public var footer: String?

    /// The rows, from top to bottom.
    public var rows: [Row]

    /// Creates a section.
    @export(implementation)
    public init(_ id: String, header: String? = nil, footer: String? = nil, rows: [Row] = []) {
        self.id = id
        self.header = header
        self.footer = footer
        self.rows = rows
    }
}
