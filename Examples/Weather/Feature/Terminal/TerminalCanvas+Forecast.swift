import Millrace
import MillraceTerminal

extension TerminalCanvas {
    /// Draws a forecast: the shown hours in words, the temperatures as a curve of bars, how likely it rains, and the
    /// days.
    ///
    /// Where the region is low, only the words are left at last; where it is narrow, one bar is for several hours.
    ///
    /// - Parameter isStale: Whether it is not for what was asked: it is dimmed.
    public mutating func draw(_ chart: ForecastChart, in region: TerminalRegion, isStale: Bool = false) {
        guard region.size.rows > 0, !chart.hours.isEmpty else { return }
        let words = chart.words.first { TerminalText($0).columns <= region.size.columns } ?? chart.words.last ?? ""
        draw(words, row: region.row, column: region.column, width: region.size.columns, style: isStale ? .dim : .bold)
        let drawing = ForecastDrawing(chart, below: region, isStale: isStale)
        drawing.draw(on: &self)
    }
}

/// The part of a forecast below its words.
private struct ForecastDrawing {
    private let chart: ForecastChart
    private let isStale: Bool
    /// The bars' columns.
    private let columns: Range<Int>
    private let curve: Range<Int>
    private let rainRow: Int?
    private let dayRow: Int?
    private let labels: Int
    private let left: Int

    init(_ chart: ForecastChart, below region: TerminalRegion, isStale: Bool) {
        self.chart = chart
        self.isStale = isStale
        let rows = region.size.rows - 1
        let hasDays = rows >= 2
        let hasRain = rows >= 4
        let curveRows = min(max(rows - (hasDays ? 1 : 0) - (hasRain ? 1 : 0), 0), 12)
        curve = (region.row + 1)..<(region.row + 1 + curveRows)
        rainRow = hasRain ? curve.upperBound : nil
        dayRow = hasDays ? curve.upperBound + (hasRain ? 1 : 0) : nil
        let longest = [chart.warmest, chart.coldest, "rain"].map { TerminalText($0).columns }.max() ?? 0
        labels = region.size.columns >= 24 ? longest + 1 : 0
        left = region.column
        let room = region.size.columns - labels
        let slots = min(chart.hours.count, max(room, 0))
        let width = slots == 0 ? 0 : min(room / slots, 3)
        columns = (region.column + labels)..<(region.column + labels + slots * width)
    }

    /// The columns of an hour. Where there are fewer columns than hours, several share one.
    private func columns(of hour: Int) -> Range<Int> {
        let start = columns.lowerBound + hour * columns.count / chart.hours.count
        let end = columns.lowerBound + (hour + 1) * columns.count / chart.hours.count
        return start..<max(end, min(start + 1, columns.upperBound))
    }

    func draw(on canvas: inout TerminalCanvas) {
        guard !columns.isEmpty else { return }
        drawLabels(on: &canvas)
        for (index, hours) in chart.hours.enumerated() where index != chart.shown {
            draw(hours, in: columns(of: index), isShown: false, on: &canvas)
        }
        draw(chart.hours[chart.shown], in: columns(of: chart.shown), isShown: true, on: &canvas)
        for day in chart.days { draw(day, on: &canvas) }
    }

    private func drawLabels(on canvas: inout TerminalCanvas) {
        guard labels > 0, let top = curve.first, let bottom = curve.last else { return }
        func draw(_ label: String, _ row: Int) {
            let label = TerminalText(label).fitted(to: labels - 1, alignment: .trailing)
            canvas.draw(label, row: row, column: left, style: .dim)
        }
        draw(chart.warmest, top)
        if bottom > top { draw(chart.coldest, bottom) }
        if let rainRow { draw("rain", rainRow) }
    }

    /// Draws the bar of some hours, of an eighth of a row at least, and how likely it rains. Those that are shown in
    /// words are reversed.
    private func draw(
        _ hours: ForecastChart.Hours,
        in columns: Range<Int>,
        isShown: Bool,
        on canvas: inout TerminalCanvas
    ) {
        let eighths = 1 + Int((hours.level * Double(curve.count * 8 - 1)).rounded())
        for column in columns {
            for (height, row) in curve.reversed().enumerated() {
                let style = style(isShown, hours.isFrost ? .blue : .yellow)
                canvas.draw(block(eighths - height * 8), row: row, column: column, width: 1, style: style)
            }
            guard let rainRow else { continue }
            let rain = Int((hours.probability * 8).rounded(.up))
            canvas.draw(block(rain), row: rainRow, column: column, width: 1, style: style(isShown, .cyan))
        }
    }

    private func style(_ isShown: Bool, _ color: TerminalColor) -> TerminalStyle {
        TerminalStyle(isDim: isStale, isReversed: isShown, foreground: isStale ? nil : color)
    }

    private func block(_ eighths: Int) -> String {
        [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][min(max(eighths, 0), 8)]
    }

    /// Draws where a day begins, and as much of its name as there is room for.
    private func draw(_ day: ForecastChart.Day, on canvas: inout TerminalCanvas) {
        guard let dayRow, let last = day.hours.last else { return }
        let start = columns(of: day.hours.lowerBound).lowerBound
        let room = columns(of: last).upperBound - start
        let name = day.names.first { TerminalText($0).columns < room - 1 } ?? ""
        canvas.draw("│\(name)", row: dayRow, column: start, width: room, style: .dim)
    }
}
