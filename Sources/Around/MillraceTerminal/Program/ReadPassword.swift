#if os(macOS) || os(Linux)
public import Foundation
public import MillraceSecrets

/// Reads a password: from a variable of the environment, or else from the terminal, which does not show it.
///
/// ```swift
/// let password = try readPassword("Password of ada: ", variable: "GREET_PASSWORD")
/// ```
///
/// It asks on the terminal of the process, also where standard input and output are something else, and keeps its thread
/// until enter is pressed. Meanwhile Ctrl-C ends nothing on Linux. Do not call it while a ``TerminalApplication`` is open,
/// nor on two threads at once.
///
/// - Parameters:
///   - prompt: The text shown before the input.
///   - variable: The name of the variable. An empty one counts as none.
///   - environment: The variables of the environment.
/// - Throws: A ``ProgramExit`` of the status 77 if nothing was typed, or there is no terminal.
public func readPassword(
    _ prompt: String,
    variable: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
) throws(ProgramExit) -> Secret {
    if let password = environment[variable], !password.isEmpty { return Secret(password) }
    guard FileHandle(forUpdatingAtPath: "/dev/tty") != nil, let line = getpass(prompt.oneLine),
        let text = String(validatingCString: line), !text.isEmpty
    else {
        throw ProgramExit("there is no password. To fix: set \(variable), or run it in a terminal.", exitCode: 77)
    }
    return Secret(text)
}
#endif
