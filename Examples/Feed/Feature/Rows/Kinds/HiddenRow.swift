import MillraceTerminal

/// What is attached to a sensitive post, and shown only on demand.
struct HiddenRow: Hashable, Sendable {
    let count: Int
}

extension HiddenRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        QuietLine(text: "▸ \(count == 1 ? "An attachment" : "\(count) attachments"), sensitive").lines(columns: columns)
    }
}
