import Foundation
import MillraceTerminal

/// A command of a script.
public enum ToDoCommand: Equatable, Sendable {
    case add(title: String, due: String?, notes: String)
    case list(containing: String, all: Bool)
    case show([String])
    case finish([String])
    case reopen([String])
    case delete([String])
    case postpone(String, to: String)
    case edit(String, title: String?, due: String?, notes: String?)
    case undo, redo
    case sync
    case decide([String], DecideConflict.Side)

    /// Reads a command.
    public init(_ options: CommandLineOptions) throws(ProgramExit) {
        guard let name = options.words.first else { throw .usage("there is no command") }
        let words = Array(options.words.dropFirst())
        func references() throws(ProgramExit) -> [String] {
            guard !words.isEmpty else { throw .usage("\(name) needs the number of an item") }
            return words
        }
        let notes = options.notes.map { $0 == "none" ? "" : $0 }
        var allowed: Set<String> = []
        switch name {
        case "add":
            guard !words.isEmpty else { throw .usage("add needs a title") }
            self = .add(title: words.joined(separator: " "), due: options.due, notes: notes ?? "")
            allowed = ["--due", "--notes"]
        case "list":
            self = .list(containing: words.joined(separator: " "), all: options.all)
            allowed = ["--all"]
        case "show": self = .show(try references())
        case "done": self = .finish(try references())
        case "undone": self = .reopen(try references())
        case "delete": self = .delete(try references())
        case "postpone":
            guard words.count >= 2 else { throw .usage("postpone needs the number of an item and a day") }
            self = .postpone(words[0], to: words.dropFirst().joined(separator: " "))
        case "edit":
            guard words.count == 1, options.title != nil || options.due != nil || options.notes != nil else {
                throw .usage("edit needs the number of an item, and --title, --due or --notes")
            }
            self = .edit(words[0], title: options.title, due: options.due, notes: notes)
            allowed = ["--title", "--due", "--notes"]
        case "mine": self = .decide(try references(), .mine)
        case "theirs": self = .decide(try references(), .theirs)
        case "sync" where words.isEmpty: self = .sync
        case "undo" where words.isEmpty: self = .undo
        case "redo" where words.isEmpty: self = .redo
        default: throw .usage("there is no command \(options.words.joined(separator: " "))")
        }
        if let foreign = options.given.first(where: { !allowed.contains($0) }) {
            throw .usage("\(name) goes without \(foreign)")
        }
    }
}

extension CommandLineOptions {
    /// The names of the options that say something about one command.
    fileprivate var given: [String] {
        let given = [("--title", title != nil), ("--due", due != nil), ("--notes", notes != nil), ("--all", all)]
        return given.filter(\.1).map(\.0)
    }
}
