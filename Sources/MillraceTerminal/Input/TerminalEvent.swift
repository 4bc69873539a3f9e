/// What a terminal reports.
public enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed or text was pasted.
    case key(TerminalKey)
    /// The terminal has this size now, or was in other hands meanwhile: draw anew.
    case resize(TerminalSize)
    /// There will be no more input: the terminal is gone.
    case end
}
