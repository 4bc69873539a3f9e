/// Why the program cannot do what it is asked to: a line for standard error, and the exit status.
struct CommandError: Error, Equatable, CustomStringConvertible {
    let description: String

    /// The exit status, after `sysexits.h`.
    let exitCode: Int32

    static func usage(_ what: String) -> CommandError {
        CommandError(description: "entity-models: \(what). To fix: see entity-models --help.", exitCode: 64)
    }

    static func badData(_ what: String) -> CommandError {
        CommandError(description: "entity-models: \(what)", exitCode: 65)
    }

    static func unreadable(_ file: String) -> CommandError {
        CommandError(description: "entity-models: \(file) cannot be read", exitCode: 66)
    }

    static func unwritable(_ file: String) -> CommandError {
        CommandError(description: "entity-models: \(file) cannot be written", exitCode: 73)
    }
}
