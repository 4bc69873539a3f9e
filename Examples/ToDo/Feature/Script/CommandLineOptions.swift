import Foundation
import MillraceTerminal

/// What a command line, or a line of a script, says.
public struct CommandLineOptions: Equatable, Sendable {
    /// The command, and what it is about; none for the screen.
    public var words: [String] = []
    /// The title that an item gets.
    public var title: String?
    /// When it is due, as it is typed.
    public var due: String?
    /// The notes that it gets, "none" for none.
    public var notes: String?
    /// Whether a list has what is finished, too.
    public var all = false
    /// Whether every answer is a JSON object.
    public var json = false
    /// The file to record the session in for the inspector; nil for none.
    public var inspect: String?
    /// The folder in which the list is kept; nil for the usual one.
    public var folder: String?
    /// The address of the calendar server with which the list is synchronised; nil for none.
    public var server: URL?
    /// The user at the server.
    public var user: String?
    /// The name of the calendar; nil for the first that takes to-dos.
    public var calendar: String?
}

extension CommandLineOptions {
    /// Reads the arguments behind the program's name.
    public init(_ arguments: some Sequence<String>) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        guard (server == nil) == (user == nil) else { throw .usage("--sync and --user go together") }
        guard server != nil || calendar == nil else { throw .usage("--calendar goes with --sync") }
    }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "todo",
            version: "0.1.0",
            usage: """
                [--folder FOLDER] [--inspect FILE] [--sync URL --user NAME [--calendar NAME]]
                add TITLE [--due DAY] [--notes TEXT]
                list [TEXT] [--all] [--json]
                show | done | undone | delete N …
                postpone N DAY
                edit N [--title TEXT] [--due DAY] [--notes TEXT]
                sync
                mine | theirs N …
                """,
            about: """
                A to-do list. Without a command it is shown on the screen; press ? for the keys. If standard input is no
                terminal, each of its lines is a command, with quotes as in a shell; there, "undo" and "redo" are commands,
                too, an empty line is none, and "#" begins a remark. The first command that cannot be done ends a script.
                Without a terminal and a command it prints the list.

                N is the number of an item in the last list, or its identity from --json. A number stays the same until the
                next list; what is added meanwhile gets the next one.

                DAY is today, tomorrow, a weekday, +3d, +2w or 2026-12-01, each with or without a time, "fri 15:00"; or
                none. "postpone N +3d" counts from the day on which the item is due, if that is not over yet.

                With --sync the list is that of a calendar, too, as Nextcloud, Radicale, Fastmail and iCloud have them
                (CalDAV). What was done without it is sent the next time. "sync" tells where the list stands; "mine" and
                "theirs" decide what becomes of an item that was changed here and elsewhere.
                """,
            options: [
                .value("--due DAY", \.due, .text, "says when it is due"),
                .value("--notes TEXT", \.notes, .text, "says more about it; none for nothing"),
                .value("--title TEXT", \.title, .text, "says what is to be done"),
                .flag("--all", \.all, "lists what is finished, too"),
                .flag("--json", \.json, "makes every answer JSON, an object a line for each item"),
                .value(
                    "--folder FOLDER",
                    \.folder,
                    .text,
                    "keeps the list in FOLDER; by default in millrace-todo in XDG_STATE_HOME or ~/.local/state"
                ),
                .inspection(\.inspect),
                .value("--sync URL", \.server, .webAddress, "synchronises the list with the calendar server at URL"),
                .value(
                    "--user NAME",
                    \.user,
                    .text,
                    """
                    the user there. The password is read from the terminal without an echo, or from the variable
                    TODO_PASSWORD
                    """
                ),
                .value(
                    "--calendar NAME",
                    \.calendar,
                    .text,
                    "the calendar there, which is made if it is missing; by default the first that takes to-dos"
                ),
            ],
            ending: """
                Exit status: 0; 64 for a wrong command or a day that is none; 65 if there is no such item; 66 if the list or
                standard input cannot be read; 74 if something could not be saved, or output does not arrive; 75 if another
                program has the list for longer than two seconds; 77 if there is no password; 141 where nobody reads the output any more.
                Of "sync" also: 1 if an item was changed here and elsewhere, and one has to decide; 64 if the list belongs
                to another calendar; 65 if the server refuses a change; 69 if the server is away; 75 if it takes longer than
                20 seconds, or if an answer was lost and it is not known yet whether it has the change; 76 if it does not do as a server of calendars should, as in a loop of redirections; 77 if it
                refuses the user or the password. Other commands do their work without the server.
                """,
            argument: { $0.words.append($1) }
        )
    }
}
