import MillraceTerminal

/// A line of a script that edits the sheet. Annotations are named as in the answers of `show --json`.
public enum EditCommand: Equatable, Sendable {
    /// `status NAME accepted`: gives an annotation a status; `none` takes it away.
    case status(String, ReviewStatus?)
    /// `mark NAME`, `unmark NAME`: checks an annotation off, or takes the check mark away.
    case mark(String, Bool)
    /// `reply NAME TEXT`: replies to an annotation.
    case reply(String, String)
    /// `reword NAME TEXT`: writes a reply anew that is not saved.
    case reword(String, String)
    /// `takeback NAME`: takes back a reply that is not saved, or the status and the mark of an annotation.
    case takeBack(String)
    /// `decide NAME mine`, `decide NAME theirs`: decides what is in conflict.
    case decide(String, isMine: Bool)

    /// The words that stand for a status.
    static let statuses = ReviewStatus.model.map { $0.lowercased() } + ["none"]
}

extension EditCommand {
    /// Reads a line; nil where the word is no edit's.
    init?(_ word: Substring, _ rest: Substring) throws(ScriptError) {
        switch word {
        case "status":
            let words = try Self.words(rest, 2, "status NAME \(Self.statuses.joined(separator: "|"))")
            guard Self.statuses.contains(words[1].lowercased()) else { throw .unknownStatus(words[1]) }
            self = .status(words[0], words[1].lowercased() == "none" ? nil : ReviewStatus(rawValue: words[1]))
        case "mark", "unmark":
            let name = try Self.words(rest, 1, "\(word) NAME, the name in quotes if it has blanks")[0]
            self = .mark(name, word == "mark")
        case "reply", "reword":
            let (name, text) = try Self.nameAndText(rest, "\(word) NAME TEXT")
            self = word == "reply" ? .reply(name, text) : .reword(name, text)
        case "takeback": self = .takeBack(try Self.words(rest, 1, "takeback NAME")[0])
        case "decide":
            let words = try Self.words(rest, 2, "decide NAME mine, or decide NAME theirs")
            guard ["mine", "theirs"].contains(words[1]) else { throw .usage("decide NAME mine, or decide NAME theirs") }
            self = .decide(words[0], isMine: words[1] == "mine")
        default: return nil
        }
    }

    private static func words(_ rest: Substring, _ count: Int, _ usage: String) throws(ScriptError) -> [String] {
        let words = try ScriptWords.split(rest)
        guard words.count == count, words.allSatisfy({ !$0.isEmpty }) else { throw .usage(usage) }
        return words
    }

    /// A name, in quotes if it has blanks, and the rest of the line, or a text in quotes.
    private static func nameAndText(_ rest: Substring, _ usage: String) throws(ScriptError) -> (String, String) {
        let quoted = rest.prefixMatch(of: /"(?:[^"\\]|\\["\\])*"(?=\s|$)/)?.0
        let name = quoted ?? rest.prefix { !$0.isWhitespace }
        let text = try ScriptCommand.text(rest.dropFirst(name.count).drop(while: \.isWhitespace), for: usage)
        guard !text.allSatisfy(\.isWhitespace) else { throw .usage(usage) }
        return (try words(name, 1, usage)[0], text)
    }

    /// What to tell of an edit.
    var outcome: String {
        switch self {
        case .status(_, let status): "The status is \(status?.rawValue ?? "none") now. W saves it."
        case .mark(_, let isMarked): "\(isMarked ? "Marked" : "Not marked any more"). W saves it."
        case .reply: "Replied. W saves it."
        case .reword: "The reply is written anew. W saves it."
        case .takeBack: "Taken back."
        case .decide(_, let isMine): isMine ? "Yours is kept. W saves it." : "Yours is taken back."
        }
    }
}
