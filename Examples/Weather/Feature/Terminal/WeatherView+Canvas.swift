import Millrace
import MillraceTerminal

extension WeatherView {
    /// The view on a terminal: what is typed above, below it the places among which to choose, the weather, what went
    /// wrong, the forecast, and the session's cities.
    ///
    /// Cost: O(cells).
    ///
    /// - Parameter field: What is typed, with the cursor in it.
    public func canvas(size: TerminalSize, field: TerminalTextField) -> TerminalCanvas {
        let problem = message.map { TerminalText($0).lines(columns: WeatherLayout.width(of: size)) } ?? []
        let panels = [panel, panel.other]
        let hints = WeatherKeys.hints(self)
        let wishes = WeatherLayout.Wishes(
            message: problem.count,
            card: card.map { 2 + $0.details.count } ?? 0,
            suggestions: suggestions.map { $0.titles.count + (size.rows >= 18 ? 1 : 0) } ?? 0,
            panels: panels.map { rows(of: $0) },
            hints: hints
        )
        let layout = WeatherLayout(size: size, wishes: wishes)
        var canvas = TerminalCanvas(size: size)
        drawTitle(in: layout.title, on: &canvas)
        drawSearch(field, in: layout.search, on: &canvas)
        if let suggestions { canvas.draw(suggestions, in: layout.suggestions, isStale: isTyping) }
        if let card { canvas.draw(card, in: layout.card, isStale: isStale) }
        canvas.draw(problem, in: layout.message)
        for (panel, place) in zip(panels.filter { rows(of: $0) > 0 }, layout.panels) {
            draw(panel, below: place.heading, in: place.content, on: &canvas)
        }
        canvas.draw(hints, in: layout.hints)
        return canvas
    }

    /// How many rows a panel wants at the most.
    private func rows(of panel: WeatherPanel) -> Int {
        switch panel {
        case .forecast: forecastMessage != nil ? 2 : card != nil ? 16 : 0
        case .session: chart.bars.count
        }
    }

    private func draw(
        _ panel: WeatherPanel,
        below heading: TerminalRegion,
        in region: TerminalRegion,
        on canvas: inout TerminalCanvas
    ) {
        switch panel {
        case .forecast:
            canvas.draw(forecast.map { "Forecast, \($0.clock)" } ?? "Forecast", in: heading, style: .dim)
            if let forecast { canvas.draw(forecast, in: region, isStale: isStale) }
            let problem = forecastMessage.map { TerminalText($0).lines(columns: region.size.columns) }
            canvas.draw(problem ?? [], in: region)
        case .session:
            canvas.draw("This session", in: heading, style: .dim)
            let width = min(region.size.columns, WeatherLayout.widest)
            canvas.draw(chart, in: TerminalRegion(column: 0, row: region.row, columns: width, rows: region.size.rows))
        }
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
        let placeholders = [
            "a city, for instance Paris (? for all keys)", "a city (? for all keys)", "a city (?: keys)",
        ]
        let placeholder = placeholders.first { TerminalText($0).columns <= region.size.columns - label }
        canvas.draw(field, row: region.row, column: label, style: .bold, placeholder: placeholder ?? "a city")
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
