import MillraceTerminal

/// What a reader is warned of before the post is shown.
struct WarningRow: Hashable, Sendable {
    let text: String
    let isOpen: Bool
}

extension WarningRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [TerminalParagraph([TerminalSpan(text, .colored(.yellow))], first: isOpen ? "▾ " : "▸ ")]
    }
}
