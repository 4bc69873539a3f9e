import MillraceTerminal

/// What can be drawn on a terminal of any width.
protocol TerminalDrawing {
    /// The lines, of at most so many columns. O(length).
    func lines(columns: Int) -> [TerminalLine]
}

extension PostRow {
    /// The row on a terminal of so many columns: made once, and drawn without another look at the post.
    func terminalRow(columns: Int) -> TerminalRow<ID> { TerminalRow(id, lines(columns: columns)) }

    /// The lines of the row. Those of an answer in a thread stand behind a bar for each level.
    func lines(columns: Int) -> [TerminalLine] {
        let bars = TerminalLine(String(repeating: "│ ", count: max(0, min(level, columns / 10))), style: .dim)
        let lines = kind.drawing.lines(columns: max(1, columns - bars.columns))
        return bars.columns == 0 ? lines : lines.map { $0.behind(bars) }
    }
}

extension PostRow.Kind {
    fileprivate var drawing: any TerminalDrawing {
        switch self {
        case .boost(let row): row
        case .pinned: QuietLine(text: "▲ Pinned")
        case .answered(let row): row
        case .header(let row): row
        case .date(let row): row
        case .warning(let row): row
        case .text(let row): row
        case .image(let row): row
        case .media(let row): row
        case .hidden(let row): row
        case .unknown(let row): row
        case .option(let row): row
        case .poll(let row): row
        case .card(let row): row
        case .quote(let row): row
        case .unquoted(let row): row
        case .counters(let row): row
        case .details(let row): row
        case .gone(let row): row
        case .profile(let row): row
        case .entry(let row): row
        case .divider: QuietLine(text: "────────")
        }
    }
}

/// A text that is less important than others.
struct QuietLine: TerminalDrawing {
    let text: String

    func lines(columns: Int) -> [TerminalLine] { TerminalParagraph([TerminalSpan(text, .dim)]).lines(columns: columns) }
}

extension TerminalLine {
    /// The line behind another one.
    func behind(_ first: TerminalLine) -> TerminalLine {
        var line = first
        line.append(self)
        return line
    }

    /// What stands before each line of a quoted post, and of what a link leads to.
    static let bar = TerminalLine("│ ", style: .dim)
}

extension [String?] {
    /// What there is of several facts, in one text.
    var facts: String { compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ") }
}
