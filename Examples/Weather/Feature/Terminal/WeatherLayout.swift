import Millrace
import MillraceTerminal

/// Where things are on a terminal of a certain size. What there is no room for has an empty region.
struct WeatherLayout {
    /// How many rows each thing wants.
    struct Wishes {
        /// None where there is no error. It gets two at the most.
        var message = 0
        /// None where there is no card; the message is then right below what is typed.
        var card = 0
        /// None where there is nothing to choose.
        var suggestions = 0
        /// The first panel, and the second one, which gets what the first leaves.
        var panels = [0, 0]
        var hints: [TerminalHint] = []
    }

    /// Where the answers come from.
    private(set) var title = TerminalRegion(columns: 0)
    /// What is typed.
    private(set) var search = TerminalRegion(columns: 0)
    /// The places among which to choose.
    private(set) var suggestions = TerminalRegion(columns: 0)
    /// The weather.
    private(set) var card = TerminalRegion(columns: 0)
    /// What went wrong.
    private(set) var message = TerminalRegion(columns: 0)
    /// The panels below the weather, each with the row of its heading, if there is room for that.
    private(set) var panels: [(heading: TerminalRegion, content: TerminalRegion)] = []
    /// The keys and what they do.
    private(set) var hints = TerminalRegion(columns: 0)

    /// How wide lines of text and the session's bars are at most, however much room there is.
    static let widest = 72

    /// ``widest``, or what there is.
    static func width(of size: TerminalSize) -> Int { min(size.columns, widest) }

    init(size: TerminalSize, wishes: Wishes) {
        let gap = size.rows >= 18 ? 1 : 0
        let hintRows = min(TerminalHint.rows(wishes.hints, columns: size.columns), size.rows >= 12 ? 2 : 1)
        let end = size.rows - (size.rows >= 5 ? hintRows : 0)
        var row = 0
        var left: Int { max(0, end - row) }
        /// The next rows, as many of those that are wanted as there are.
        func rows(_ wanted: Int, columns: Int = size.columns) -> TerminalRegion {
            let rows = max(0, min(wanted, end - row))
            defer { row += rows }
            return TerminalRegion(column: 0, row: row, columns: columns, rows: rows)
        }
        let width = Self.width(of: size)

        title = rows(size.rows >= 6 ? 1 : 0)
        row += gap
        search = rows(1)
        row += gap
        if wishes.suggestions > 0 {
            suggestions = rows(wishes.suggestions, columns: width)
            row += gap
        }
        let messageRows = min(wishes.message, 2)
        if wishes.card > 0 {
            let room = left - messageRows
            // In one row a panel says something already, and the card in two.
            let panel = room < 3 ? 0 : min(wishes.panels[0], max(1, room / 2 - gap))
            card = rows(min(wishes.card, max(1, room - panel - gap)), columns: width)
            row += gap
        }
        message = rows(messageRows, columns: width)
        row += messageRows > 0 ? gap : 0
        for wanted in wishes.panels where wanted > 0 && left >= gap + (panels.isEmpty ? 1 : 4) {
            let heading = rows(gap, columns: width)
            panels.append((heading: heading, content: rows(wanted)))
            row += gap
        }
        hints = TerminalRegion(column: 0, row: end, columns: size.columns, rows: size.rows - end)
    }
}

extension TerminalRegion {
    fileprivate init(columns: Int) { self.init(column: 0, row: 0, columns: columns, rows: 0) }
}
