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
        guard FileHandle(forUpdatingAtPath: "/dev/tty") != nil, let line = getpass("Password of \(user): "),
            let text = String(validatingCString: line), !text.isEmpty
        else { throw missing }
        return Secret(text)
    }
}
