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
/// until enter is pressed. Ctrl-C interrupts the process when the terminal is as it was. Do not call it while a
/// ``TerminalApplication`` is open, nor on two threads at once.
///
/// - Parameters:
///   - prompt: The text shown before the input.
///   - variable: The name of the variable. An empty one counts as none.
///   - environment: The variables of the environment.
/// - Throws: A ``ProgramExit`` of the status 77 if nothing was typed, or there is no terminal; of the status 130 if
///   Ctrl-C was pressed, and the process does not end at this.
public func readPassword(
    _ prompt: String,
    variable: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
) throws(ProgramExit) -> Secret {
    if let password = environment[variable], !password.isEmpty { return Secret(password) }
    switch HiddenLine.read(after: prompt.oneLine) {
    case .interrupted:
        interrupt()
        throw ProgramExit("interrupted.", exitCode: 130)
    case .text(let text) where !text.isEmpty:
        return Secret(text)
    case .text, .none:
        throw ProgramExit("there is no password. To fix: set \(variable), or run it in a terminal.", exitCode: 77)
    }
}

/// Sends the process the signal of Ctrl-C, which takes effect before this returns, also on a thread that blocks it.
private func interrupt() {
    var (signals, former) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, &former)
    raise(SIGINT)
    pthread_sigmask(SIG_SETMASK, &former, nil)
}

/// A line that is typed on the terminal of the process, which does not show it.
private enum HiddenLine {
    case text(String), interrupted

    /// Ctrl-C, as the terminal sends it.
    private static var controlC: UInt8 { 3 }

    /// Reads a line. Nil where there is no terminal, or the bytes are no text.
    ///
    /// A signal would leave the terminal hiding the input. So its keys make none meanwhile, and Ctrl-C ends the line.
    static func read(after prompt: String) -> HiddenLine? {
        guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else { return nil }
        let file = terminal.fileDescriptor
        var original = termios()
        guard tcgetattr(file, &original) == 0 else { return nil }
        var hidden = original
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = controlC }
        guard tcsetattr(file, TCSAFLUSH, &hidden) == 0 else { return nil }
        defer { withExtendedLifetime(terminal) { _ = tcsetattr(file, TCSAFLUSH, &original) } }
        try? terminal.write(contentsOf: Data(prompt.utf8))
        let line = bytes(from: file)
        try? terminal.write(contentsOf: Data("\n".utf8))
        return line.last == controlC ? .interrupted : String(validating: line, as: UTF8.self).map(HiddenLine.text)
    }

    /// The bytes up to the end of the line, which is left out, or to Ctrl-C, which is not.
    private static func bytes(from file: Int32) -> [UInt8] {
        var (bytes, byte): ([UInt8], UInt8) = ([], 0)
        while true {
            switch Foundation.read(file, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return bytes
            case 1:
                bytes.append(byte)
                if byte == controlC { return bytes }
            case -1 where errno == EINTR: continue
            default: return bytes
            }
        }
    }
}
#endif
