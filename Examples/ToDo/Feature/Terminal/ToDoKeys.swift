import Millrace
import MillraceTerminal

/// What a key does in the list.
enum ListCommand {
    case help, quit, add, open, finish, postponeDay, postponeWeek, delete, undo, redo, showFinished, filter
    case keepMine, takeTheirs
}

/// What a key does in a form.
enum FormCommand {
    case save, back, next, previous
}

/// The keys, and what they do: for the program, the hints and the help.
enum ToDoKeys {
    /// Those of the list, the most important hints first.
    static let list = TerminalKeyMap<ListCommand>([
        .heading("The list"),
        .keys([.character("a")], "a", .add, "add", help: "adds something"),
        .keys([.character("x"), .character(" ")], "x", .finish, "done", help: "finishes it, or reopens it; space too"),
        .keys(
            [.character("p")],
            "p",
            .postponeDay,
            "+1d",
            help: "postpones it by a day; what is overdue to tomorrow"
        ),
        .keys([.character("w")], "w", .postponeWeek, help: "postpones it by a week"),
        .keys([.enter], "enter", .open, "edit", help: "shows it, and edits it"),
        .keys([.character("d"), .delete], "d", .delete, help: "deletes it"),
        .keys([.character("u")], "u", .undo, "undo", help: "takes back the last step"),
        .keys([.character("r"), .control("r")], "r", .redo, help: "does it again"),
        .keys([.character("f")], "f", .showFinished, help: "shows what is finished, or hides it"),
        .keys([.character("/")], "/", .filter, "find", help: "shows what contains a text"),
        .keys([.character("m")], "m", .keepMine, help: "in a conflict keeps what was written here"),
        .keys([.character("t")], "t", .takeTheirs, help: "in a conflict takes what was written elsewhere"),
        .keys([.character("?"), .function(1)], "?", .help, "help", help: "this page"),
        .keys([.character("q"), .escape], "q", .quit, "quit", help: "quits; esc too, where all is shown"),
        .keys([], "↑↓ jk", nil, help: "move; page up and down, home and end too"),
    ])

    /// Those of a form, besides those of its text field.
    static let form = TerminalKeyMap<FormCommand>([
        .heading("While you type"),
        .keys([.enter], "enter", .save, "save", help: "adds it, or saves what was changed"),
        .keys([.escape], "esc", .back, "back", help: "back to the list, and nothing is changed"),
        .keys([.tab, .down], "tab ↓", .next, "next field"),
        .keys([.backTab, .up], "", .previous),
        .keys([], "ctrl-u", nil, help: "deletes all of it; ctrl-w a word"),
    ])

    /// What the keys do while the list is filtered.
    static let filterHints = [
        TerminalHint("enter", "keep"), TerminalHint("esc", "show all"), TerminalHint("↑↓", "move"),
    ]

    /// The page that shows all keys.
    static func page(_ size: TerminalSize, firstLine: Int) -> TerminalPage {
        let days = [
            TerminalPane.Paragraph(""), TerminalPane.Paragraph("Days", style: .bold),
            TerminalPane.Paragraph(DueProblem.forms, indentation: 1),
        ]
        let hints = [TerminalHint("esc", "back"), TerminalHint("↑↓", "scroll")]
        let text = list.help + [TerminalPane.Paragraph("")] + form.help + days
        return TerminalPage(text, hints: hints, size: size, firstLine: firstLine)
    }
}

extension TerminalKey {
    /// Letters that move as arrows do.
    var movement: TerminalKey {
        switch self {
        case .character("k"): .up
        case .character("j"): .down
        default: self
        }
    }
}
