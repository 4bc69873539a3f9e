#if os(macOS) || os(Linux) || os(Android)
/// The reason why a terminal session cannot begin.
public enum TerminalSessionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Standard input or standard output is not a terminal.
    case notATerminal
    /// The terminal calls itself `dumb`: it shows lines, but no screen.
    case noScreen
    /// Another session of this process is still open.
    case alreadyOpen

    /// What happened and how to fix it, for the user of the program.
    public var description: String {
        switch self {
        case .notATerminal:
            "there is no screen to draw on: standard input or output is no terminal. To fix: run it in a terminal."
        case .noScreen:
            "there is no screen to draw on: TERM is dumb. To fix: run it in a terminal that has one."
        case .alreadyOpen:
            "TerminalSession.init: another session is open. To fix: close() it first."
        }
    }
}
#endif
