import MillraceTerminal

/// A few words about a post: who has boosted it, what it answers, that something is hidden or gone, and why.
struct NoteRow: Hashable, Sendable {
    let text: String
    /// The sign before it.
    var sign = ""
    /// Whether the sign stands before each line.
    var isBarred = false
}

extension NoteRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let first = TerminalLine.dim(sign)
        return [TerminalParagraph([TerminalSpan(text, .dim)], first: first, others: isBarred ? first : nil)]
    }
}
