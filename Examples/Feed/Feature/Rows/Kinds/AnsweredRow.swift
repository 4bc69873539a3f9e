import MillraceTerminal

/// What a post answers.
struct AnsweredRow: Hashable, Sendable {
    /// Whose post it is; nil where that is not known.
    let handle: String?
    /// Whether the author answers himself.
    let isOwn: Bool
    /// How it begins; nil where it is not shown.
    let excerpt: String?

    /// Nil for a post that answers none.
    init?(_ post: Post, excerpt isExcerptShown: Bool) {
        guard let content = post.content, content.answeredID != nil else { return nil }
        let author = content.answeredAccountID ?? post.answered?.account?.id
        isOwn = author != nil && author == content.account?.id
        handle = post.answered?.account?.handle ?? content.mentions.first { $0.id == author }?.handle
        excerpt = isExcerptShown ? post.answered.flatMap { $0.warning ?? RichText(html: $0.html).excerpt } : nil
    }
}

extension AnsweredRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let whom = isOwn ? "an own post" : handle.map { "@\($0)" } ?? "a post"
        return [.quiet("Answers \(whom)\(excerpt.map { ": \($0)" } ?? "")", first: "↳ ")]
    }
}
