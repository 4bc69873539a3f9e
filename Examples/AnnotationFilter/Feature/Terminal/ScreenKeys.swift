import Millrace
import MillraceTerminal

/// What keys ask of the screen, but for those that move.
enum ScreenCommand: Sendable {
    case quit, cancel, focus, toggle, enter
    /// Gives the annotation under the cursor a status, or takes it away.
    case status(String?)
    case mark, reply, takeBack, keepMine, save, edits
    case switchFilters(Refine.Switch), replies, clear, sort, reverse, grouping, totals, undo, redo
    /// Covers the screen with a page.
    case show(AnnotationFilterScreen.Page)
    /// Selects the group that is so many places further on.
    case group(Int)
    /// Has a text typed.
    case ask(ScreenPrompt.Purpose)

    /// Whether it makes no sense of the beginning of a sheet that is being read.
    var needsWholeSheet: Bool {
        switch self {
        case .status, .mark, .reply, .takeBack, .keepMine, .save, .edits, .totals: true
        case .ask(.export), .ask(.compare), .ask(.saveAs), .ask(.merge): true
        default: false
        }
    }
}

extension AnnotationFilterScreen {
    /// What each key does: the one place that says so, for the keys, the hints and the help.
    static let keys = TerminalKeyMap<ScreenCommand>([
        .heading("Looking"),
        .keys([], "↑↓ jk", nil, "move", help: "move the cursor, or scroll; page up and down, home and end too"),
        .keys([.tab, .backTab], "tab", .focus, "pane", help: "the next pane: filters, annotations, details"),
        .keys([.character("?"), .function(1)], "?", .show(.help), "help", help: "this page"),
        .keys([.character("q")], "q", .quit, "quit"),
        .keys([.character("n")], "n", .show(.notices), help: "what is odd about the file"),
        .keys([.escape], "esc", .cancel, help: "goes back; stops opening, writing or comparing"),
        .keys([], "mouse", nil, help: "click a row to go there, again to choose it; the wheel scrolls"),
        .heading("Filters"),
        .keys([.character(" ")], "space", .toggle, "toggle", help: "switches the filter under the cursor"),
        .keys([.enter], "enter", .enter, "read", help: "reads the annotation under the cursor; switches a filter"),
        .keys([.right, .character("l")], "← → hl", .group(1), "group", help: "the next group, and the one before"),
        .keys([.left, .character("h")], "", .group(-1)),
        .keys([.character("/")], "/", .ask(.search), "search", help: "searches author, kind, text, subject, label"),
        .keys([.character("a")], "a", .switchFilters(.all), help: "all filters of the group on"),
        .keys([.character("x")], "x", .switchFilters(.none), help: "none of them on"),
        .keys([.character("i")], "i", .switchFilters(.invert), help: "those on that are off"),
        .keys([.character("d")], "d", .ask(.dates), help: "the days to show, 2024-03-01..2024-03-31"),
        .keys([.character("t")], "t", .replies, help: "leaves out replies, or shows them"),
        .keys([.character("c"), .character("C")], "c", .clear, "clear", help: "clears filters, search, days; t too"),
        .heading("Order"),
        .keys([.character("s")], "s", .sort, help: "sorts by the next column"),
        .keys([.character("S")], "S", .reverse, help: "sorts the other way round"),
        .keys([.character("g")], "g", .grouping, help: "groups by the next column"),
        .keys([.character("v")], "v", .ask(.columns), help: "the columns to show"),
        .keys([.character("T")], "T", .totals, help: "what is measured: totals of each heading, and of all"),
        .heading("Editing the annotation under the cursor"),
        .keys(
            [.character("1")],
            "0-4",
            .status("Accepted"),
            "status",
            help: "its status: 1 Accepted, 2 Rejected, 3 Cancelled, 4 Completed, 0 none"
        ),
        .keys([.character("2")], "", .status("Rejected")),
        .keys([.character("3")], "", .status("Cancelled")),
        .keys([.character("4")], "", .status("Completed")),
        .keys([.character("0")], "", .status(nil)),
        .keys([.character("M")], "M", .mark, "mark", help: "checks it off, or takes the check mark away"),
        .keys(
            [.character("R")],
            "R",
            .reply,
            "reply",
            help: "replies to it; writes your reply anew if it is not saved"
        ),
        .keys([.character("D")], "D", .takeBack, help: "takes back your edit of it; in a conflict, theirs is kept"),
        .keys([.character("K")], "K", .keepMine, help: "in a conflict, keeps your status or mark"),
        .keys([.character("E")], "E", .edits, help: "what is not saved, and what is in conflict"),
        .keys(
            [.character("W")],
            "W",
            .save,
            "save",
            help: "writes the edits to the file, in which nothing else changes"
        ),
        .keys([.character("A")], "A", .ask(.saveAs), help: "writes them with the sheet to a new file"),
        .keys([.character("N")], "N", .ask(.merge), help: "goes on with a newer version of the sheet, with your edits"),
        .heading("Steps and files"),
        .keys([.character("u")], "u", .undo, "undo", help: "takes back the last step"),
        .keys([.character("r"), .control("r")], "r", .redo, "redo", help: "does it again"),
        .keys([.character("o")], "o", .ask(.open), "open", help: "opens another file"),
        .keys([.character("O")], "O", .ask(.add), help: "opens another file beside what is open, as one list"),
        .keys([.character("m")], "m", .ask(.compare), help: "what differs from another version of the sheet"),
        .keys([.character("e")], "e", .ask(.export), help: "writes what is visible to a new file, .csv or .xfdf"),
        .keys([.character("w")], "w", .ask(.keep), help: "keeps filters, search and days under a name"),
        .keys([.character("f")], "f", .ask(.use), help: "brings them back"),
        .heading("While typing"),
        .keys([], "ctrl-← →", nil, help: "by words; alt-b and alt-f too"),
        .keys([], "ctrl-w", nil, help: "deletes a word; ctrl-u all of it, ctrl-k the rest"),
    ])
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

extension TerminalMouse {
    /// How many lines the wheel asks for.
    var lines: Int {
        switch action {
        case .press: 0
        case .scrollUp: -3
        case .scrollDown: 3
        }
    }
}

extension Column {
    /// The columns to sort by.
    static func sorting(_ groups: [FilterGroup]) -> [Column] {
        let all: [Column] = [.author, .kind, .subject, .sheet, .color, .layer, .status, .created, .modified, .quantity]
        return all.filter { $0 != .sheet || groups.contains(.sheet) }
    }

    /// The column after another one; none after the last one, and the first one after none.
    static func next(after column: Column?, _ columns: [Column]) -> Column? {
        guard let place = column.flatMap({ columns.firstIndex(of: $0) }) else { return columns[0] }
        return place + 1 < columns.count ? columns[place + 1] : nil
    }
}
