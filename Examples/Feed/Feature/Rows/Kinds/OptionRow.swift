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
    var drawing: [TerminalParagraph] {
        let mark = isMultiple ? isOwn ? "▣ " : "□ " : isOwn ? "◉ " : "○ "
        let title = TerminalParagraph(
            [TerminalSpan(title, TerminalStyle(isBold: isLeading))],
            first: TerminalLine(mark)
        )
        guard let percent else { return [title] }
        let filled = String(repeating: "█", count: (percent + 2) / 5)
        let bar = [
            TerminalSpan(filled, .colored(isLeading ? .cyan : .blue)),
            TerminalSpan(String(repeating: "░", count: 20 - filled.count), .dim), TerminalSpan(" \(percent) %"),
        ]
        return [title, TerminalParagraph(bar, first: "  ")]
    }
}
