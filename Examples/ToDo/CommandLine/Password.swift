import Foundation
import MillraceNetwork
import MillraceTerminal

/// Gets the password of a calendar server without showing it.
enum Password {
    private static let missing = ProgramExit(
        "there is no password. To fix: set TODO_PASSWORD, or start todo on a terminal.",
        exitCode: 77
    )

    /// Reads it from the environment, or else from the terminal, also where standard input is something else.
    static func read(_ environment: [String: String], of user: String) throws(ProgramExit) -> Secret {
        if let password = environment["TODO_PASSWORD"], !password.isEmpty { return Secret(password) }
        guard FileHandle(forUpdatingAtPath: "/dev/tty") != nil, let line = getpass("Password of \(user): "),
            let text = String(validatingCString: line), !text.isEmpty
        else { throw missing }
        return Secret(text)
    }
}
