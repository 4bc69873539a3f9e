import MillraceTerminal

/// What a link leads to.
struct CardRow: Hashable, Sendable {
    let title: String
    let description: String?
    /// The site and the author, as far as they are told.
    let source: String
    let url: String
}

extension CardRow {
    init(_ card: LinkCard) {
        (title, description, url) = (card.title, card.description, card.url)
        source = [card.provider ?? card.site, card.author].compactMap { $0 }.joined(separator: ", ")
    }
}

extension LinkCard {
    /// The site of the address.
    fileprivate var site: String? {
        let site = url.split(separator: "/", maxSplits: 2).dropFirst().first.map(String.init)
        return site ?? (url.isEmpty ? nil : url)
    }
}

extension CardRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        func lines(_ text: String, _ style: TerminalStyle) -> [TerminalLine] {
            TerminalParagraph([TerminalSpan(text, style)], first: .bar, others: .bar).lines(columns: columns)
        }
        let about = description.map { lines($0, .plain).prefix(3) } ?? []
        return lines(title, .bold) + about + lines(source, TerminalStyle(foreground: .cyan))
    }
}
