import MillraceTerminal

/// A few words: that a post is pinned, that something is hidden or gone, and why; or a line between posts.
struct NoteRow: Hashable, Sendable {
    let text: String
    /// What stands before it, and before each further line.
    var first = ""
    var others = ""
}

extension NoteRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [TerminalParagraph([TerminalSpan(text, .dim)], first: .dim(first), others: .dim(others))]
    }
}
