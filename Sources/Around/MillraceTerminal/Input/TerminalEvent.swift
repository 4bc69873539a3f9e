/// An event that a terminal reports.
enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed or text was pasted.
    case key(TerminalKey)
    /// The terminal has this size now, or others have written to it meanwhile: draw again.
    case resize(TerminalSize)
    /// No more input will come: the terminal is gone.
    case end
}
