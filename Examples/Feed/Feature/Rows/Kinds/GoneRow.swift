import MillraceTerminal

/// A post that is not there, and why.
struct GoneRow: Hashable, Sendable {
    let reason: String
}

extension GoneRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        TerminalParagraph([TerminalSpan(reason, .dim)], first: "✕ ").lines(columns: columns)
    }
}
