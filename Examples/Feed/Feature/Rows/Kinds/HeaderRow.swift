import MillraceTerminal

/// Who has written a post, when, and for whom.
struct HeaderRow: Hashable, Sendable {
    /// Nil where the author is known anyway.
    let author: Account?
    let time: String
    /// For whom it is; nil where it is for all.
    let audience: String?
    let isEdited: Bool

    init(_ content: PostContent, by author: Account?, _ setting: RecipeSetting) {
        (self.author, time) = (author, setting.time(content.created))
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
        var facts = TerminalParagraph.quiet(
            time,
            audience,
            author?.isBot == true ? "bot" : nil,
            isEdited ? "edited" : nil
        )
        if let author {
            let handle = TerminalSpan(" @\(author.handle) ", .colored(.magenta))
            facts.spans.insert(contentsOf: [TerminalSpan(author.name, .bold), handle], at: 0)
        }
        return [facts]
    }
}
