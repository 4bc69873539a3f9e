import MillraceTerminal

/// A command of a script.
public enum ScriptCommand: Equatable, Sendable {
    case rooms(containing: String)
    case open(String)
    case messages(Int)
    case send(String)
    case image(String)
    case join(String)
    /// The room, or nothing for the open one.
    case leave(String)
    case redact(String)
    case badge
    case wait(for: String)

    /// Reads a line. Nil for an empty line and for a remark, which begins with "#".
    public static func reading(_ line: String) throws(ProgramExit) -> ScriptCommand? {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard let name = words.first, !name.hasPrefix("#") else { return nil }
        let rest = words.count > 1 ? words[1].drop { $0 == " " } : ""
        func text(_ what: String) throws(ProgramExit) -> String {
            guard !rest.isEmpty else { throw .unknown("\(name) needs \(what)") }
            return String(rest)
        }
        switch name {
        case "rooms": return .rooms(containing: String(rest))
        case "open": return .open(try text("a room, a person, an event of the open room, or a link"))
        case "messages":
            guard rest.isEmpty || Int(rest).map({ $0 > 0 }) == true else {
                throw .unknown("messages needs a number, from 1")
            }
            return .messages(Int(rest) ?? 20)
        case "send": return .send(try text("a text"))
        case "image": return .image(try text("the file of an image"))
        case "join": return .join(try text("a room: its address, its identity, or the name of one you are invited to"))
        case "leave": return .leave(String(rest))
        case "redact": return .redact(try text("the identity of an event"))
        case "badge" where rest.isEmpty: return .badge
        case "wait" where rest.hasPrefix("for ") && rest.count > 4: return .wait(for: String(rest.dropFirst(4)))
        case "wait": throw .unknown("wait is written as: wait for TEXT")
        default: throw .unknown("there is no command \(line.oneLine)")
        }
    }
}

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
