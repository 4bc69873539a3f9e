import Foundation
import MillraceTerminal

/// One line of a script, understood.
public enum ScriptCommand: Equatable, Sendable {
    /// `group author`: selects a group.
    case group(FilterGroup)
    /// `toggle "A. Kim"` in the selected group, or `toggle author "A. Kim"`.
    case toggle(value: String, in: FilterGroup?)
    /// `search TEXT`, `clear`, `replies off`, `dates 2024-03-01..2024-03-31`; `all`, `none` or `invert` with a group, or
    /// for the selected one; `sort COLUMN`, `groupby COLUMN`, `columns COLUMN …`: changes what is visible, and how.
    case refine(Refine)
    /// `open FILE`: opens another file, or several, in quotes, as one list.
    case open([String])
    /// `add FILE`: opens another file beside what is open, as one list.
    case add(String)
    /// `undo`: takes back the last step.
    case undo
    /// `redo`: does again what was undone last.
    case redo
    /// `show`: answers with the visible annotations.
    case show
    /// `count`: answers with their number.
    case count
    /// `totals`: answers with what is measured, by headings and over all.
    case totals
    /// `filters`: answers with the filters of the selected group.
    case filters
    /// `notices`: answers with what could not be taken from the file as it stands.
    case notices
    /// `export csv FILE` or `export xfdf FILE`: writes what is visible to a new file.
    case export(ExportFormat, to: String)
    /// `keep NAME`, `use NAME`, `sets`: keeps the filters, search and dates under a name; brings them back; lists the
    /// names.
    case keep(String)
    case use(String)
    case sets
    /// `compare FILE`: answers with what differs from another version of the sheet, an older one.
    case compare(String)
    /// `read NAME`: answers with all that there is to read of an annotation.
    case read(String)
    /// `status NAME accepted`, `mark NAME`, `reply NAME TEXT` and so on: edits the sheet.
    case edit(EditCommand)
    /// `edits`: answers with what is not saved; `conflicts` with what waits for a decision.
    case edits
    case conflicts
    /// `save`: writes the edits to the sheet's file; `save FILE` to a new one.
    case save(as: String?)
    /// `merge FILE`: goes on with a newer version of the sheet, to which the edits are applied.
    case merge(String)

    /// The words that commands begin with, in alphabetical order.
    public static let names = [
        "add", "all", "clear", "columns", "compare", "conflicts", "count", "dates", "decide", "edits", "export",
        "filters", "group", "groupby", "invert", "keep", "mark", "merge", "none", "notices", "open", "read", "redo",
        "replies",
        "reply", "reword", "save", "search", "sets", "show", "sort", "status", "takeback", "toggle", "totals", "undo",
        "unmark", "use",
    ]

    /// The commands that are one word.
    private static let bare: [Substring: ScriptCommand] = [
        "clear": .refine(.clear), "conflicts": .conflicts, "count": .count, "edits": .edits, "filters": .filters,
        "notices": .notices, "redo": .redo, "sets": .sets, "show": .show, "totals": .totals, "undo": .undo,
    ]
}

extension ScriptCommand {
    /// Reads one line; nil where it is blank or a comment, which is a line that begins with `#`.
    ///
    /// `search` and `open` take the rest of the line, so that a text or a path needs no quotes. Elsewhere a name with
    /// blanks stands in quotes: `toggle "A. Kim"`. In quotes `\"` and `\\` have their usual meaning.
    public static func parse(_ line: String) throws(ScriptError) -> ScriptCommand? {
        let line = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let first = line.first, first != "#" else { return nil }
        let name = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(name.count).drop(while: \.isWhitespace)
        if let command = bare[name] {
            guard rest.isEmpty else { throw .usage("\(name), with nothing behind it") }
            return command
        }
        switch name {
        case "group": return .group(try group(named: try onlyWord(of: rest, for: "group GROUP")))
        case "toggle": return try toggle(rest)
        case "search": return .refine(.search(try text(rest, for: "search TEXT")))
        case "open": return .open(try paths(rest))
        case "add": return .add(try words(rest, for: "add FILE"))
        case "all", "none", "invert": return .refine(try switching(String(name), rest))
        case "dates": return .refine(.dates(try DateRange.parse(text(rest, for: "dates FIRST..LAST"))))
        case "replies": return .refine(.replies(try onOrOff(rest)))
        case "sort": return .refine(try sort(rest))
        case "groupby": return .refine(.grouping(try grouping(rest)))
        case "columns": return .refine(.columns(try Column.parse(ScriptWords.split(rest))))
        case "compare": return .compare(try words(rest, for: "compare FILE"))
        case "export": return try export(rest)
        case "keep": return .keep(try words(rest, for: "keep NAME"))
        case "merge": return .merge(try words(rest, for: "merge FILE"))
        case "save": return .save(as: try fileToSave(rest))
        case "use": return .use(try words(rest, for: "use NAME"))
        case "read": return .read(try onlyWord(of: rest, for: "read NAME, the name in quotes if it has blanks"))
        default:
            guard let edit = try EditCommand(name, rest) else { throw .unknownCommand(String(name)) }
            return .edit(edit)
        }
    }

    /// A name without the ending may be meant for filters, which were saved by this word once.
    private static func fileToSave(_ rest: Substring) throws(ScriptError) -> String? {
        let path = try text(rest, for: "save, or save FILE")
        guard path.isEmpty || path.lowercased().hasSuffix(".xfdf") else { throw .noXFDF(path) }
        return path.isEmpty ? nil : path
    }

    private static func toggle(_ rest: Substring) throws(ScriptError) -> ScriptCommand {
        let words = try ScriptWords.split(rest)
        switch words.count {
        case 1: return .toggle(value: words[0], in: nil)
        case 2: return .toggle(value: words[1], in: try group(named: words[0]))
        default: throw .usage("toggle [GROUP] FILTER, a name with blanks in quotes")
        }
    }

    private static func switching(_ name: String, _ rest: Substring) throws(ScriptError) -> Refine {
        let words = try ScriptWords.split(rest)
        guard let change = Refine.Switch(rawValue: name), words.count < 2 else {
            throw .usage("\(name) [GROUP]")
        }
        return .switchFilters(change, in: words.isEmpty ? nil : try group(named: words[0]))
    }

    private static func export(_ rest: Substring) throws(ScriptError) -> ScriptCommand {
        let word = rest.prefix { !$0.isWhitespace }
        let usage = "export csv FILE, or export xfdf FILE"
        guard let format = ExportFormat(rawValue: String(word)) else { throw .usage(usage) }
        return .export(format, to: try words(rest.dropFirst(word.count).drop(while: \.isWhitespace), for: usage))
    }

    private static func onOrOff(_ rest: Substring) throws(ScriptError) -> Bool {
        switch try onlyWord(of: rest, for: "replies on, or replies off") {
        case "on": return true
        case "off": return false
        default: throw .usage("replies on, or replies off")
        }
    }

    private static func sort(_ rest: Substring) throws(ScriptError) -> Refine {
        let words = try ScriptWords.split(rest)
        guard words.count < 2 || words.count == 2 && words[1] == "desc" else { throw .usage("sort [COLUMN [desc]]") }
        return .sort(try Column.parse(Array(words.prefix(1))).first, isDescending: words.count == 2)
    }

    private static func grouping(_ rest: Substring) throws(ScriptError) -> Column? {
        let word = try onlyWord(of: rest, for: "groupby COLUMN, or groupby none")
        return word == "none" ? nil : try Column.parse([word]).first
    }

    private static func group(named name: String) throws(ScriptError) -> FilterGroup {
        guard let group = FilterGroup(rawValue: name) else { throw .unknownGroup(name) }
        return group
    }

    static func onlyWord(of rest: Substring, for usage: String) throws(ScriptError) -> String {
        let words = try ScriptWords.split(rest)
        guard words.count == 1 else { throw .usage(usage) }
        return words[0]
    }

    /// The rest of the line as it stands, or the one text in quotes.
    static func text(_ rest: Substring, for usage: String) throws(ScriptError) -> String {
        if rest.first == "\"" { return try onlyWord(of: rest, for: "\(usage), the quotes around all of it") }
        return rest.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// One path as it stands, or several in quotes.
    private static func paths(_ rest: Substring) throws(ScriptError) -> [String] {
        guard rest.first == "\"" else { return [try words(rest, for: "open FILE")] }
        let words = try ScriptWords.split(rest)
        if words.contains("") { throw .usage("open FILE, or open \"FILE\" \"FILE\"") }
        return words
    }

    /// The same, where there is one.
    private static func words(_ rest: Substring, for usage: String) throws(ScriptError) -> String {
        let words = try text(rest, for: usage)
        guard !words.isEmpty else { throw .usage(usage) }
        return words
    }
}

extension Column {
    /// The columns with these names.
    static func parse(_ names: [String]) throws(ScriptError) -> [Column] {
        var columns: [Column] = []
        for name in names {
            guard let column = Column(rawValue: name.lowercased()) else { throw .unknownColumn(name) }
            columns.append(column)
        }
        return columns
    }
}

extension DateRange {
    /// The days that a text names; nil where it is empty.
    static func parse(_ text: String) throws(ScriptError) -> DateRange? {
        if text.allSatisfy(\.isWhitespace) { return nil }
        guard let range = DateRange(rawValue: text) else { throw .noDates(text) }
        return range
    }
}

extension ScriptCommand {
    /// Whether the command is answered.
    var isQuestion: Bool {
        switch self {
        case .show, .count, .filters, .totals, .notices, .sets, .compare, .read, .edits, .conflicts: true
        default: false
        }
    }

    /// What to tell of a command while it is carried out.
    var activity: String {
        switch self {
        case .export(_, let path): "Writing \(path.oneLine) …"
        case .compare(let path): "Comparing with \(path.oneLine) …"
        case .save: "Saving …"
        case .merge(let path): "Opening \(path.oneLine) …"
        default: "Working …"
        }
    }

    /// What to tell of a command that was carried out, where one does not see it.
    var outcome: String {
        switch self {
        case .export(_, let path): "What is visible stands in \(path.oneLine)."
        case .keep(let name): "The filters are kept as \"\(name.oneLine)\"."
        case .edit(let command): command.outcome
        case .merge(let path): "This is \(path.oneLine), with your edits."
        case .save(let path): "The edits are saved\(path.map { " in \($0.oneLine)" } ?? "")."
        case .use(let name): "These are the filters \"\(name.oneLine)\"."
        default: "Done."
        }
    }

    /// What to tell of a command that was stopped.
    var stopped: String {
        switch self {
        case .export, .save: "Stopped: nothing was written."
        default: "Stopped."
        }
    }
}
