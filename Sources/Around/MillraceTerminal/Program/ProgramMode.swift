#if os(macOS) || os(Linux) || os(Android)
import Foundation

/// How a program works that has no command on its command line. See ``ProgramOutput/mode(showsScreen:environment:)``.
public enum ProgramMode: Sendable {
    /// Somebody sits at a terminal: the program shows a screen and takes keys.
    case screen
    /// Commands arrive on standard input: the program does what these lines say.
    case script(InputLines)
    /// There is neither, as in a container or with `< /dev/null`: the program prints its main work as text, and ends.
    case overview
}

extension ProgramOutput {
    /// Decides how a program works that has no command on its command line.
    ///
    /// ```swift
    /// switch try output.mode() {
    /// case .screen: try await runScreen()
    /// case .script(let lines): try await output.run(lines) { line throws(ProgramExit) in try await script.run(line) }
    /// case .overview: try await script.run("list")
    /// }
    /// ```
    ///
    /// - A terminal at standard input and output is a ``ProgramMode/screen``, unless it calls itself `dumb` or nothing at
    ///   all (`TERM`), or the machine is one that tests programs (`CI`).
    /// - A line that is not blank, on a standard input that is no terminal, is the first of a ``ProgramMode/script(_:)``. This
    ///   waits for it, and keeps the thread meanwhile.
    /// - Everything else is an ``ProgramMode/overview``, of which standard error says so. In it, what a closed standard
    ///   output or error would get is dropped.
    ///
    /// - Parameters:
    ///   - showsScreen: Whether the program has a screen to show. Where it has none, as with an option for the answers of
    ///     a script, commands are read from a terminal, too.
    ///   - environment: The variables of the environment.
    /// - Throws: A ``ProgramExit`` of the status 66 if standard input cannot be read.
    public func mode(
        showsScreen: Bool = true,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ProgramExit) -> ProgramMode {
        if InputLines.areTyped {
            if !showsScreen { return .script(InputLines()) }
            if isatty(STDOUT_FILENO) != 0, Self.hasScreen(environment) { return .screen }
        } else {
            var lines = InputLines()
            if try lines.hasCommand() { return .script(lines) }
        }
        Self.dropOutputOfClosedStreams()
        report("\(program): there is neither a screen nor a command, so this is an overview; see --help")
        return .overview
    }

    private static func hasScreen(_ environment: [String: String]) -> Bool {
        let isTest = !["", "0", "false"].contains(environment["CI"] ?? "")
        return !isTest && !["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
    }
}
#endif
