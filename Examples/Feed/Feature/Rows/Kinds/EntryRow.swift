import MillraceTerminal

/// Something that somebody says of himself.
struct EntryRow: Hashable, Sendable {
    let name: String
    let text: RichText
}

extension EntryRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        TerminalParagraph([TerminalSpan("\(name): ", .dim)] + text.paragraphs.flatMap(\.terminalSpans))
            .lines(columns: columns)
    }
}
