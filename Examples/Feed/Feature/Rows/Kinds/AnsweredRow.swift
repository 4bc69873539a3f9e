import MillraceTerminal

/// What a post answers.
struct AnsweredRow: Hashable, Sendable {
    /// Whose post it is; nil where that is not known.
    let handle: String?
    /// Whether the author answers himself.
    let isOwn: Bool
    /// How it begins; nil where it is not known.
    let excerpt: String?
}

extension AnsweredRow {
    /// Nil for a post that answers none.
    init?(_ post: Post, excerpt isExcerptShown: Bool) {
        guard let content = post.content, content.answeredID != nil else { return nil }
        let author = content.answeredAccountID ?? post.answered?.account?.id
        isOwn = author != nil && author == content.account?.id
        handle = post.answered?.account?.handle ?? content.mentions.first { $0.id == author }?.handle
        excerpt = isExcerptShown ? post.answered?.excerpt : nil
    }
}

extension Answered {
    fileprivate var excerpt: String? { warning ?? RichText(html: html).excerpt }
}

extension AnsweredRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let whom = isOwn ? "an own post" : handle.map { "@\($0)" } ?? "a post"
        let text = TerminalText("↳ Answers \(whom)" + (excerpt.map { ": \($0)" } ?? ""))
        return [TerminalLine(text.fitted(to: min(columns, text.columns)), style: .dim)]
    }
}
