#if os(macOS) || os(Linux) || os(Android)
/// The reason why a terminal session cannot begin.
public enum TerminalSessionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// Another session of this process is still open.
    case alreadyOpen

    /// What happened and how to fix it.
    public var description: String {
        switch self {
        case .notATerminal:
            "TerminalSession.init: standard input or output is no terminal. "
                + "To fix: run in a terminal, or do without a screen where `isatty` says that there is none."
        case .alreadyOpen:
            "TerminalSession.init: another session is open. To fix: close() it first."
        }
    }
}
#endif
