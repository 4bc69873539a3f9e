import MillraceTerminal

/// A few words: that a post is pinned, that something is hidden or gone, and why; or a line between posts.
struct NoteRow: Hashable, Sendable {
    let text: String
}

extension NoteRow: TerminalDrawing {
    var drawing: [TerminalParagraph] { [.quiet(text)] }
}
