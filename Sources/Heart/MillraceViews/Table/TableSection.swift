/// A group of a table's rows, with an optional header and footer.
public struct TableSection: Equatable, Sendable, Identifiable {
    /// The identity that makes this section the same one in the next view model, wherever it is and whatever it shows
    /// there.
    public var id: String

    /// The text above the rows, if any.
    public var header: String?

    /// The text below the rows, if any.
    public var footer: String?

    /// The rows, from top to bottom.
    public var rows: [TableRow]

    /// Creates a section.
    @export(implementation)
    public init(_ id: String, header: String? = nil, footer: String? = nil, rows: [TableRow] = []) {
        self.id = id
        self.header = header
        self.footer = footer
        self.rows = rows
    }
}
