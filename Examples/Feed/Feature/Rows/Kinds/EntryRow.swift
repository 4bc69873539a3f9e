import MillraceTerminal

/// Something that somebody says of himself.
struct EntryRow: Hashable, Sendable {
    let name: String
    let text: RichText

    init(_ entry: Profile.Entry) { (name, text) = (entry.name, RichText(html: entry.html)) }
}

extension EntryRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        [TerminalParagraph([TerminalSpan("\(name): ", .dim)] + text.paragraphs.flatMap(\.drawing.spans))]
    }
}
