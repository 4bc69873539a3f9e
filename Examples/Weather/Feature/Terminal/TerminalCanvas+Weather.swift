import Millrace
import MillraceTerminal

extension TerminalCanvas {
    /// Draws a card, as much of it as the region has room for.
    ///
    /// - Parameter isStale: Whether the card is no longer what was asked for: it is dimmed.
    public mutating func draw(_ card: WeatherCard, in region: TerminalRegion, isStale: Bool = false) {
        let heading = isStale ? TerminalStyle.dim : .bold
        let lines = [(card.city, heading), ("\(card.degrees)  \(card.summary)", isStale ? .dim : .plain)]
        for (row, line) in (lines + card.details.map { ($0, .dim) }).prefix(region.size.rows).enumerated() {
            draw(line.0, row: region.row + row, column: region.column, width: region.size.columns, style: line.1)
        }
    }

    /// Draws the places among which to choose, a row each, below a heading if there is room for that. The marked one is
    /// always seen.
    ///
    /// - Parameter isStale: Whether they are not for what is typed: they are dimmed.
    public mutating func draw(_ suggestions: Suggestions, in region: TerminalRegion, isStale: Bool = false) {
        let hasHeading = region.size.rows > suggestions.titles.count
        let top = region.row + (hasHeading ? 1 : 0)
        let first = max(0, suggestions.marked - region.size.rows + 1)
        if hasHeading {
            let heading = "\(suggestions.titles.count) places have this name:"
            draw(heading, row: region.row, column: region.column, width: region.size.columns, style: .dim)
        }
        for (row, title) in suggestions.titles.dropFirst(first).prefix(region.size.rows).enumerated() {
            let isMarked = first + row == suggestions.marked
            let style: TerminalStyle = isStale ? .dim : isMarked ? .reversed : .plain
            let text = "\(isMarked ? "›" : " ") \(title) "
            draw(text, row: top + row, column: region.column, width: region.size.columns, style: style)
        }
    }

    /// Draws a chart, a row for each city, as many as the region has room for. Where it is narrow, there are no bars.
    public mutating func draw(_ chart: TemperatureChart, in region: TerminalRegion) {
        let bars = chart.bars.prefix(region.size.rows)
        let degrees = bars.map { TerminalText($0.degrees).columns }.max() ?? 0
        let city = min(bars.map { TerminalText($0.city).columns }.max() ?? 0, max(region.size.columns - degrees - 1, 0))
        let edge = city + degrees + 2
        for (row, bar) in bars.enumerated() {
            let label = TerminalText(bar.city).fitted(to: city)
            let number = TerminalText(bar.degrees).fitted(to: degrees, alignment: .trailing)
            draw("\(label) \(number)", row: region.row + row, column: region.column, width: region.size.columns)
            draw(
                bar,
                in: TerminalRegion(
                    column: region.column + edge,
                    row: region.row + row,
                    columns: region.size.columns - edge,
                    rows: 1
                )
            )
        }
    }

    /// Draws a bar to an eighth of a column. There are only blocks that begin at the left, so one that begins within a
    /// column is the gap before it, reversed.
    private mutating func draw(_ bar: TemperatureChart.Bar, in region: TerminalRegion) {
        let blocks = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
        let eighths = Double(region.size.columns * 8)
        let (from, to) = (
            Int((bar.range.lowerBound * eighths).rounded()), Int((bar.range.upperBound * eighths).rounded())
        )
        for column in 0..<region.size.columns {
            let (start, end) = (max(from - column * 8, 0), min(to - column * 8, 8))
            guard start < end else { continue }
            let isGap = start > 0 && end == 8
            let color = bar.isFrost ? TerminalColor.blue : .yellow
            draw(
                blocks[isGap ? start : end],
                row: region.row,
                column: region.column + column,
                style: TerminalStyle(isReversed: isGap, foreground: color)
            )
        }
    }
}
