import MillraceTerminal

/// Who has written a post, when, and for whom.
struct HeaderRow: Hashable, Sendable {
    let name: String
    let handle: String
    let time: String
    /// For whom it is; nil where it is for all.
    let audience: String?
    let isBot: Bool
    let isEdited: Bool
}

extension HeaderRow {
    init(_ content: PostContent, _ setting: RecipeSetting) {
        (name, handle) = (content.account?.name ?? "Unknown", content.account?.handle ?? "")
        time = setting.time(content.created)
        audience = content.visibility.audience
        isBot = content.account?.isBot ?? false
        isEdited = content.edited != nil
    }
}

extension Named<PostContent.Visibility> {
    /// For whom a post is; nil where it is for all.
    var audience: String? {
        switch self {
        case .known(.public): nil
        case .known(.unlisted): "unlisted"
        case .known(.private): "followers"
        case .known(.direct): "direct"
        case .other(let name): name
        }
    }
}

extension HeaderRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let facts = [time, audience, isBot ? "bot" : nil, isEdited ? "edited" : nil].facts
        return TerminalParagraph([
            TerminalSpan(name, .bold), TerminalSpan(" @\(handle) ", TerminalStyle(foreground: .magenta)),
            TerminalSpan(facts, .dim),
        ]).lines(columns: columns)
    }
}
