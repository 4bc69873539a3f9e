import Millrace
import MillraceTerminal

/// What a key does.
enum FeedCommand: Hashable {
    case help, quit, back, thread, profile, open, star, find, filter, top, reload, nextTab, previousTab
}

/// The keys, and what they do: for the program, the hints and the help.
enum FeedKeys {
    static let map = TerminalKeyMap<FeedCommand>([
        .heading("Posts"),
        .keys([.enter], "enter", .thread, "thread", help: "shows the post with what it answers and what answers it"),
        .keys([.character("p")], "p", .profile, "profile", help: "shows its author, with all posts"),
        .keys([.character("x")], "x", .open, "open", help: "opens what is behind a warning, or closes it"),
        .keys([.character("f")], "f", .star, "star", help: "marks it with a star, or takes that back"),
        .heading("Lists"),
        .keys([.character("n"), .character("g")], "n", .top, "newest", help: "goes to the newest posts; g too"),
        .keys([.character("/")], "/", .find, "find", help: "shows the posts that contain a text"),
        .keys([.character("t")], "t", .filter, "only", help: "shows only posts with images, videos, polls …"),
        .keys([.character("r")], "r", .reload, help: "asks for new posts, or again for what could not be loaded"),
        .keys([.tab, .right], "tab →", .nextTab, "next list"),
        .keys([.backTab, .left], "", .previousTab),
        .heading("Program"),
        .keys([.escape, .backspace], "esc", .back, "back", help: "shows all posts again, or goes back"),
        .keys([.character("?"), .function(1)], "?", .help, "help", help: "this page"),
        .keys([.character("q")], "q", .quit, "quit"),
        .keys([], "↑↓ jk", nil, help: "move by a row; space, b, page up and down by a page; home and end"),
    ])

    /// What the keys do while a text is looked for.
    static let findHints = [
        TerminalHint("enter", "keep"), TerminalHint("esc", "show all"), TerminalHint("↑↓", "move"),
    ]

    /// The page that shows all keys.
    static func page(_ size: TerminalSize, firstLine: Int) -> TerminalPage {
        let hints = [TerminalHint("esc", "back"), TerminalHint("↑↓", "scroll")]
        return TerminalPage(map.help, hints: hints, size: size, firstLine: firstLine)
    }
}

extension TerminalKey {
    /// Letters that move as other keys do.
    var movement: TerminalKey {
        switch self {
        case .character("k"): .up
        case .character("j"): .down
        case .character(" "): .pageDown
        case .character("b"): .pageUp
        case .character("G"): .end
        default: self
        }
    }
}
