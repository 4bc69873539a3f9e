/// A row of a ``TerminalList``: an identity, and lines that were made before.
public struct TerminalRow<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    /// The identity of the row, wherever it is and whatever it shows.
    public let id: ID

    /// Its lines, from top to bottom. A row without lines is never seen, and never has the cursor.
    public let lines: [TerminalLine]

    /// Creates a row.
    @export(implementation)
    public init(_ id: ID, _ lines: [TerminalLine]) {
        self.id = id
        self.lines = lines
    }
}
