/// A part of a list on a terminal, as a click finds it.
public enum TerminalListTarget: Equatable, Sendable {
    /// A row, and whether the cursor was on it before.
    case row(wasUnderCursor: Bool)
    /// The header or the footer of the section with this identity.
    case header(String)
}
