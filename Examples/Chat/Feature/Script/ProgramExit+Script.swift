import MillraceTerminal

// Why a script could not go on. The exit statuses are those of `sysexits.h`.
extension ProgramExit {
    /// What a script asks for cannot be understood, or is not there.
    static func unknown(_ what: String, fix: String = "see chat --help") -> ProgramExit {
        ProgramExit("\(what). To fix: \(fix).".oneLine, exitCode: 65)
    }
    static func unreadable(_ what: String) -> ProgramExit { ProgramExit(what.oneLine, exitCode: 66) }
    static func unavailable(_ what: String) -> ProgramExit { ProgramExit(what.oneLine, exitCode: 69) }
    static func tookTooLong(_ what: String) -> ProgramExit { ProgramExit(what.oneLine, exitCode: 75) }
    static func notAllowed(_ what: String) -> ProgramExit { ProgramExit(what.oneLine, exitCode: 77) }
}
