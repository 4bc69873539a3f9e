import MillraceTerminal

/// Something attached of which nobody here knows how to show it.
struct UnknownRow: Hashable, Sendable {
    let kind: String
    let description: String?
    let url: String?
}

extension UnknownRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        TerminalParagraph(
            [TerminalSpan("Attachment of the kind “\(kind)”"), TerminalSpan(description.map { ": \($0)" } ?? "")]
                + (url.map { [TerminalSpan(" \($0)", TerminalStyle(foreground: .cyan))] } ?? []),
            first: "? "
        ).lines(columns: columns)
    }
}
