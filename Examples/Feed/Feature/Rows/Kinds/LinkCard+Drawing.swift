import MillraceTerminal

extension LinkCard: TerminalDrawing {
    var drawing: [TerminalParagraph] {
        let about = description.map { [TerminalSpan(String($0.unicodeScalars.prefix(240)))] }
        let source = [provider ?? url, author].compactMap { $0 }.joined(separator: ", ")
        return [[TerminalSpan(title, .bold)], about, [TerminalSpan(source, .colored(.cyan))]]
            .compactMap { $0.map { TerminalParagraph($0).behindBar } }
    }
}
