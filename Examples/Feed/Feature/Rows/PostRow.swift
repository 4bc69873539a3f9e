import MillraceTerminal

/// A row of a post: one of several small ones.
struct PostRow: Identifiable, Hashable, Sendable {
    /// The post in the timeline, what the row is called, and its place among those that are called so.
    struct ID: Hashable, Sendable {
        let post: String
        let name: Name
        var index = 0
    }

    /// What a row is called.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case boost, pinned, answered, header, warning, text, image, media, hidden, unknown, option, poll, card, quote,
            unquoted, counters, details, gone, profile, entry, divider
    }

    /// What a row shows.
    enum Kind: Hashable, Sendable {
        case header(HeaderRow)
        case warning(WarningRow)
        case text(TextRow)
        case attachment(Attachment)
        case option(OptionRow)
        case card(LinkCard)
        case quote(QuoteRow)
        case counters(CountersRow)
        case note(NoteRow)
    }

    let id: ID
    let kind: Kind
    /// How deep it stands in a thread.
    var level = 0
}

/// What can be drawn on a terminal.
protocol TerminalDrawing {
    /// What is drawn, before it is broken into lines.
    var drawing: [TerminalParagraph] { get }
}

extension PostRow {
    /// The row on a terminal of so many columns: made once, and drawn without another look at the post. O(length).
    func terminalRow(columns: Int) -> TerminalRow<ID> { TerminalRow(id, lines(columns: columns)) }

    /// The lines of the row. Those of an answer in a thread stand behind a bar for each level.
    func lines(columns: Int) -> [TerminalLine] {
        let bars = TerminalLine.dim(String(repeating: "│ ", count: max(0, min(level, columns / 10))))
        let lines = kind.drawn.drawing.flatMap { $0.lines(columns: max(1, columns - bars.columns)) }
        return bars.columns == 0 ? lines : lines.map { $0.behind(bars) }
    }
}

extension PostRow.Kind {
    fileprivate var drawn: any TerminalDrawing {
        switch self {
        case .header(let row): row
        case .warning(let row): row
        case .text(let row): row
        case .attachment(let row): row
        case .option(let row): row
        case .card(let row): row
        case .quote(let row): row
        case .counters(let row): row
        case .note(let row): row
        }
    }
}
