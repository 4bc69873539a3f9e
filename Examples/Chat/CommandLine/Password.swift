import Foundation
import MillraceNetwork
import MillraceTerminal

/// Gets a password without showing it.
enum Password {
    private static let missing = ProgramExit(
        "there is no password. To fix: set CHAT_PASSWORD, or start chat on a terminal.",
        exitCode: 77
    )

    /// Reads it from the environment, or else from the terminal.
    static func read(_ environment: [String: String], of user: String) throws(ProgramExit) -> Secret {
        if let password = environment["CHAT_PASSWORD"], !password.isEmpty { return Secret(password) }
        return try ask(for: user)
    }

    /// Asks on the terminal, also where standard input is something else.
    private static func ask(for user: String) throws(ProgramExit) -> Secret {
        guard let terminal = FileHandle(forUpdatingAtPath: "/dev/tty") else { throw missing }
        var settings = termios()
        guard tcgetattr(terminal.fileDescriptor, &settings) == 0 else { throw missing }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal.fileDescriptor, TCSAFLUSH, &silent)
        defer {
            tcsetattr(terminal.fileDescriptor, TCSAFLUSH, &settings)
            terminal.write(Data("\n".utf8))
        }
        terminal.write(Data("Password of \(user): ".utf8))
        return try line(of: terminal)
    }

    private static func line(of file: FileHandle) throws(ProgramExit) -> Secret {
        var bytes = Data()
        while let byte = try? file.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) { bytes += byte }
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { throw missing }
        return Secret(text)
    }
}
