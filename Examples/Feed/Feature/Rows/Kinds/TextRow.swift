import MillraceHTML
import MillraceTerminal

/// A paragraph of a post.
struct TextRow: Hashable, Sendable {
    let paragraph: RichText.Paragraph
    /// Whether a blank line sets it apart from the one above it.
    let isApart: Bool
}

extension TextRow: TerminalDrawing {
    var drawing: [TerminalParagraph] { (isApart ? [TerminalParagraph([])] : []) + [paragraph.drawing] }
}
