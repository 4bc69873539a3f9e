import MillraceTerminal

/// What a reader is warned of before the post is shown.
struct WarningRow: Hashable, Sendable {
    let text: String
    let isOpen: Bool
}

extension WarningRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        TerminalParagraph([TerminalSpan(text, TerminalStyle(foreground: .yellow))], first: isOpen ? "▾ " : "▸ ")
            .lines(columns: columns)
    }
}
