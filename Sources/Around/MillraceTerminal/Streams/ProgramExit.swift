/// An early end of a program: a text, and the exit status, as in `sysexits.h`.
///
/// With the status 0 the text is the answer, such as the help. With any other it is one line that names the fault and
/// how to fix it. ``ProgramOutput/run(_:)`` writes either where it belongs.
public struct ProgramExit: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text, without the name of the program.
    public let description: String
    /// The exit status.
    public let exitCode: Int32

    /// Creates an end with a text and an exit status.
    public init(_ description: String, exitCode: Int32) {
        (self.description, self.exitCode) = (description, exitCode)
    }

    /// Standard input or standard output is no terminal. The exit status is 64.
    public static let notATerminal = ProgramExit(
        "there is no screen to draw on: standard input or output is no terminal. To fix: run it in a terminal.",
        exitCode: 64
    )

    /// The terminal calls itself `dumb`: it shows lines, but no screen. The exit status is 64.
    public static let noScreen = ProgramExit(
        "there is no screen to draw on: TERM is dumb. To fix: run it in a terminal that has one.",
        exitCode: 64
    )

    /// Another ``TerminalApplication`` of this process is still open. The exit status is 70.
    public static let alreadyOpen = ProgramExit(
        "TerminalApplication.init: another one is open. To fix: release it first.",
        exitCode: 70
    )

    /// Creates the end of a program whose command line cannot be understood. Its exit status is 64.
    ///
    /// - Parameters:
    ///   - what: The fault, without a full stop.
    ///   - fix: How to fix it.
    public static func usage(_ what: String, fix: String = "see --help") -> ProgramExit {
        ProgramExit("\(what.oneLine). To fix: \(fix).", exitCode: 64)
    }
}
