import MillraceNetwork
import MillraceTerminal

/// Who has written a post, when, and for whom.
struct HeaderRow: Hashable, Sendable {
    /// Nil where the author is known anyway.
    var name: String?
    var handle: String?
    let facts: String

    init(_ content: PostContent, isNamed: Bool = true, _ setting: RecipeSetting) {
        let author = isNamed ? content.account : nil
        if isNamed { (name, handle) = (author?.name ?? "Somebody", author?.handle) }
        let (isBot, isEdited) = (author?.isBot == true, content.edited != nil)
        facts =
            [
                setting.time(content.created), content.visibility.audience, isBot ? "bot" : nil,
                isEdited ? "edited" : nil,
            ].facts
    }

    init(_ account: Account) {
        (name, handle) = (account.name, account.handle)
        facts = [account.isBot ? "bot" : nil, account.isLocked ? "approves followers" : nil].facts
    }
}

extension OpenEnum<PostContent.Visibility> {
    /// For whom a post is; nil where it is for all.
    fileprivate var audience: String? {
        switch self {
        case .known(.public): nil
        case .known(.private): "followers"
        default: rawValue
        }
    }
}

extension HeaderRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let name = name.map { [TerminalSpan("\($0.oneLine) ", .bold)] } ?? []
        let handle = handle.map { [TerminalSpan("@\($0.oneLine) ", .colored(.magenta))] } ?? []
        return [TerminalParagraph(name + handle + [TerminalSpan(facts, .dim)])]
    }
}
