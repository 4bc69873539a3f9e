import MillraceTerminal

/// A paragraph of a post.
struct TextRow: Hashable, Sendable {
    let paragraph: Paragraph
    /// Whether a blank line sets it apart from the one above it.
    let isApart: Bool
}

extension TextRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] { (isApart ? [""] : []) + paragraph.lines(columns: columns) }
}
