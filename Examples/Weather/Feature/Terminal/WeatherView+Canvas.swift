import Millrace
import MillraceTerminal

extension WeatherView {
    /// The view on a terminal: what is typed above, below it the weather, what went wrong, and the session's cities.
    ///
    /// Cost: O(cells).
    ///
    /// - Parameter field: What is typed, with the cursor in it.
    public func canvas(size: TerminalSize, field: TerminalTextField) -> TerminalCanvas {
        let problem = message.map { TerminalText($0).lines(columns: WeatherLayout.width(of: size)) } ?? []
        let layout = WeatherLayout(
            size: size,
            messageRows: problem.count,
            cardRows: card.map { 2 + $0.details.count } ?? 0
        )
        var canvas = TerminalCanvas(size: size)
        drawTitle(in: layout.title, on: &canvas)
        drawSearch(field, in: layout.search, on: &canvas)
        if let card { canvas.draw(card, in: layout.card, isStale: isStale) }
        canvas.draw(problem, in: layout.message)
        canvas.draw(chart.bars.isEmpty ? "" : "This session", in: layout.heading, style: .dim)
        canvas.draw(chart, in: layout.chart)
        canvas.draw(hints, in: layout.hints)
        return canvas
    }

    private func drawTitle(in region: TerminalRegion, on canvas: inout TerminalCanvas) {
        let isWide = region.size.columns >= 70
        canvas.draw(isWide ? "Weather   \(source)" : source, in: region, style: .dim)
        if isWide { canvas.draw("Weather", in: region, style: .bold) }
    }

    /// What is typed, and the spinner before it.
    private func drawSearch(_ field: TerminalTextField, in region: TerminalRegion, on canvas: inout TerminalCanvas) {
        let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        let label = canvas.draw("\(isLoading ? frames[frame % frames.count] : "›") ", in: region, style: .bold)
        guard region.size.rows > 0 else { return }
        canvas.draw(field, row: region.row, column: label, style: .bold, placeholder: "a city, for instance Paris")
    }

    private var hints: [TerminalHint] {
        [
            TerminalHint("tab", "in \(unit.other.symbol)"), TerminalHint("enter", "ask again"),
            TerminalHint("ctrl-u", "empty"), TerminalHint("esc", "quit"),
        ]
    }
}

extension TerminalCanvas {
    /// Draws a line at the top of a region, if that has a row.
    @discardableResult
    fileprivate mutating func draw(_ line: String, in region: TerminalRegion, style: TerminalStyle) -> Int {
        guard region.size.rows > 0 else { return 0 }
        return draw(line, row: region.row, column: region.column, width: region.size.columns, style: style)
    }

    /// Draws what went wrong, in as many rows as the region has. What is too much goes into the last one, and is cut.
    fileprivate mutating func draw(_ problem: [String], in region: TerminalRegion) {
        let style = TerminalStyle(isBold: true, foreground: .red)
        let last = region.size.rows - 1
        for (row, line) in problem.prefix(region.size.rows).enumerated() {
            let text = row == last ? problem[row...].joined(separator: " ") : line
            draw(text, row: region.row + row, column: region.column, width: region.size.columns, style: style)
        }
    }
}
