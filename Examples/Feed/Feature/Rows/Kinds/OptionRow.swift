import MillraceTerminal

/// An option of a poll.
struct OptionRow: Hashable, Sendable {
    let title: String
    /// How many of a hundred have voted for it; nil while the server hides it.
    let percent: Int?
    /// Whether the reader has voted for it.
    let isOwn: Bool
    let isLeading: Bool
    /// Whether one may vote for others, too.
    let isMultiple: Bool
}

extension OptionRow {
    /// A row for each option, in their order.
    static func rows(of poll: Poll) -> [OptionRow] {
        let all = Double(poll.isMultiple ? poll.voters ?? poll.votes : poll.votes)
        let most = poll.options.lazy.compactMap(\.votes).max() ?? 0
        return poll.options.enumerated().map { index, option in
            OptionRow(
                title: option.title,
                percent: option.votes.map { all > 0 ? Int(min(1, Double($0) / all) * 100 + 0.5) : 0 },
                isOwn: poll.ownVotes.contains(index),
                isLeading: most > 0 && option.votes == most,
                isMultiple: poll.isMultiple
            )
        }
    }
}

extension OptionRow: TerminalDrawing {
    func lines(columns: Int) -> [TerminalLine] {
        let mark = isMultiple ? isOwn ? "▣ " : "□ " : isOwn ? "◉ " : "○ "
        let lines = TerminalParagraph(
            [TerminalSpan(title, TerminalStyle(isBold: isLeading))],
            first: TerminalLine(mark)
        )
        .lines(columns: columns)
        guard let percent else { return lines }
        let width = max(1, min(columns - 8, 40))
        let filled = String(repeating: "█", count: (width * percent + 50) / 100)
        let bar = [
            TerminalSpan("  "), TerminalSpan(filled, TerminalStyle(foreground: isLeading ? .cyan : .blue)),
            TerminalSpan(String(repeating: "░", count: width - filled.count), .dim), TerminalSpan(" \(percent) %"),
        ]
        return lines + TerminalParagraph(bar, keepsBlanks: true).lines(columns: columns)
    }
}
