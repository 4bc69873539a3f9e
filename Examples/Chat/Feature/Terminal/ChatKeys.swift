import MillraceTerminal

/// What a key of the screen does.
enum ChatCommand {
    case help, up, down, scrollUp, scrollDown, older, newer, enter, search, resend, discard, delete, back
    case attach, join, accept, leave, person, image, reply, edit, react

    /// Whether who asks for it is occupied with the room that is shown.
    var isAboutRoom: Bool {
        switch self {
        case .up, .down, .search, .join, .accept, .leave, .back, .help: false
        case .scrollUp, .scrollDown, .older, .newer, .enter, .resend, .discard, .delete, .attach, .person, .image: true
        case .reply, .edit, .react: true
        }
    }
}

/// The keys, and what they do: one table for the program, the hints and the help.
enum ChatKeys {
    /// What a key does; nil for the keys of the text field.
    static func command(for key: TerminalKey) -> ChatCommand? { map.command(for: key) }

    /// The page that shows all keys.
    static func page(_ size: TerminalSize, firstLine: Int) -> TerminalPage {
        let hints = [TerminalHint("esc", "back"), TerminalHint("↑↓", "scroll")]
        return TerminalPage(map.help, hints: hints, size: size, firstLine: firstLine)
    }

    /// The keys that are of use, the most important ones first.
    static var hints: [TerminalHint] { map.hints() }

    private static let map = TerminalKeyMap<ChatCommand>([
        .heading("Rooms"),
        .keys([.up], "↑↓", .up, "other room", help: "the room above or below"),
        .keys([.down], "", .down),
        .keys([.control("f")], "ctrl-f", .search, "search", help: "lists the rooms with a text in their names"),
        .keys([.control("n")], "ctrl-n", .join, help: "joins a room, or the one in which this one goes on"),
        .keys([.control("y")], "ctrl-y", .accept, help: "accepts the invitation"),
        .keys([.control("l")], "ctrl-l", .leave, help: "leaves the room, or declines the invitation; asks first"),
        .keys([.escape], "esc", .back, "quit", help: "back; or quits, and asks first if something is written"),
        .heading("Messages"),
        .keys([.enter], "enter", .enter, "send", help: "sends the message; in an empty field marks the room as read"),
        .keys([.pageUp], "pgup pgdn", .scrollUp, "scroll", help: "older and newer messages; older ones are fetched"),
        .keys([.pageDown], "", .scrollDown),
        .keys([.control("r")], "ctrl-r", .resend, help: "tries again to send refused messages"),
        .keys([.control("g")], "ctrl-g", .discard, help: "discards refused messages"),
        .keys([.control("x")], "ctrl-x", .delete, help: "deletes your last message, or the chosen one; asks first"),
        .keys([.tab], "tab", .older, help: "chooses the message above; shift-tab the one below"),
        .keys([.backTab], "", .newer),
        .keys(
            [.alt("r"), .character("r")],
            "alt-r",
            .reply,
            help: "answers the chosen message, or the last one. While one is chosen and nothing is written, r does, too"
        ),
        .keys(
            [.alt("e"), .character("e")],
            "alt-e",
            .edit,
            help: "edits your last message, or the chosen one; e likewise"
        ),
        .keys(
            [.alt("+"), .alt("="), .character("+")],
            "alt-+",
            .react,
            help: "reacts to the chosen message, or the last one, or takes that back; + likewise"
        ),
        .keys([.control("p")], "ctrl-p", .person, help: "shows who has written the chosen message, or the last one"),
        .keys([.control("v")], "ctrl-v", .image, help: "shows the chosen image, or the last one"),
        .keys([.control("o")], "ctrl-o", .attach, help: "sends the image in a file"),
        .heading("In the text"),
        .keys([.character("?"), .function(1)], "?", .help, "all keys", help: "this page; f1 also while you write"),
        .keys([], "alt-enter", nil, help: "begins another line; ctrl-j too"),
        .keys([], "←→", nil, help: "move by a character; with ctrl or alt by a word"),
        .keys([], "ctrl-u", nil, help: "deletes everything"),
        .keys([], "ctrl-w", nil, help: "deletes the word before the cursor; alt-d the one behind it"),
    ])
}
