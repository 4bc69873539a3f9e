import MillraceTerminal

/// Who has written a post, when, and for whom.
struct HeaderRow: Hashable, Sendable {
    /// Nil where the author is known anyway.
    let name: String?
    let handle: String?
    let time: String
    let isBot: Bool
    /// For whom it is; nil where it is for all.
    let audience: String?
    let isEdited: Bool

    init(_ content: PostContent, isNamed: Bool = true, _ setting: RecipeSetting) {
        name = isNamed ? content.account?.name ?? "Somebody" : nil
        handle = isNamed ? content.account?.handle : nil
        (time, isBot) = (setting.time(content.created), isNamed && content.account?.isBot == true)
        (audience, isEdited) = (content.visibility.audience, content.edited != nil)
    }
}

extension Named<PostContent.Visibility> {
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
        var facts = TerminalParagraph.quiet(time, audience, isBot ? "bot" : nil, isEdited ? "edited" : nil)
        facts.spans = TerminalSpan.author(name, handle) + facts.spans
        return [facts]
    }
}
