import Millrace
import MillraceTerminal

/// Where things stand on a terminal of a certain size. What there is no room for has an empty region.
struct WeatherLayout {
    /// Where the answers come from.
    let title: TerminalRegion
    /// What is typed.
    let search: TerminalRegion
    /// The weather.
    let card: TerminalRegion
    /// What went wrong.
    let message: TerminalRegion
    /// What stands above the chart.
    let heading: TerminalRegion
    /// The session's temperatures.
    let chart: TerminalRegion
    /// The keys and what they do.
    let hints: TerminalRegion

    /// How wide the part below the search is: lines of the weather and bars are no longer, however much room there is.
    static func width(of size: TerminalSize) -> Int { min(size.columns, 72) }

    /// - Parameters:
    ///   - messageRows: How many rows the message wants. It gets two at the most; where the terminal is low, they are the
    ///     card's.
    ///   - cardRows: How many rows the card wants; none where there is no card, and a message stands below what is typed.
    init(size: TerminalSize, messageRows: Int, cardRows: Int) {
        let isRoomy = size.rows >= 18
        let end = size.rows - (size.rows >= 8 ? 1 : 0)
        var row = 0
        /// The next rows, as many of those wanted as there are.
        func rows(_ wanted: Int, columns: Int = size.columns) -> TerminalRegion {
            let rows = max(0, min(wanted, end - row))
            defer { row += rows }
            return TerminalRegion(column: 0, row: row, columns: columns, rows: rows)
        }
        let width = Self.width(of: size)
        let gap = isRoomy ? 1 : 0

        title = rows(size.rows >= 3 ? 1 : 0)
        row += gap
        search = rows(1)
        row += gap
        let messageRows = size.rows >= 12 ? 2 : max(1, min(messageRows, 2))
        card = rows(cardRows == 0 ? 0 : min(cardRows, max(1, end - row - messageRows)), columns: width)
        row += cardRows == 0 ? 0 : gap
        message = rows(messageRows, columns: width)
        heading = rows(gap, columns: width)
        chart = rows(size.rows, columns: width)
        hints = TerminalRegion(column: 0, row: end, columns: size.columns, rows: size.rows - end)
    }
}
