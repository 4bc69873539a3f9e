import MillraceTerminal

/// What a link leads to.
struct CardRow: Hashable, Sendable {
    let title: String
    let description: String?
    let source: String
    let url: String

    init(_ card: LinkCard) {
        (title, description, url) = (card.title, card.description, card.url)
        source = [card.provider ?? card.url, card.author].compactMap { $0 }.joined(separator: ", ")
    }
}

extension CardRow: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let about = description.map { [TerminalSpan(String($0.unicodeScalars.prefix(240)))] }
        return [[TerminalSpan(title, .bold)], about, [TerminalSpan(source, .colored(.cyan))]]
            .compactMap { $0.map { TerminalParagraph($0).behindBar } }
    }
}
