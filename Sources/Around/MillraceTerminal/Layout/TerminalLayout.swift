/// Where things usually stand on a screen: a heading, a body, a notice and the hints, from top to bottom.
///
/// ```swift
/// let layout = TerminalLayout(size)
/// canvas.draw("Posts", end: "12 new", in: layout.heading)
/// canvas.draw(list, in: layout.body)
/// canvas.draw(keys.hints(), in: layout.hints)
/// ```
///
/// A terminal of few rows has no heading and no hints: their regions have no rows, and nothing is drawn there.
public struct TerminalLayout: Hashable, Sendable {
    /// The title of the screen, in the first row; none on a terminal of less than 4 rows.
    public let heading: TerminalRegion
    /// The content: all rows that the others leave.
    public let body: TerminalRegion
    /// A message, an error, or a text that is typed: one row.
    public let notice: TerminalRegion
    /// The hints of keys, in the last row; none on a terminal of less than 5 rows.
    public let hints: TerminalRegion

    /// Divides a terminal of a size.
    public init(_ size: TerminalSize) {
        let (hintRows, headingRows) = (size.rows >= 5 ? 1 : 0, size.rows >= 4 ? 1 : 0)
        let end = size.rows - hintRows - 1
        func rows(_ row: Int, _ count: Int) -> TerminalRegion {
            TerminalRegion(column: 0, row: row, columns: size.columns, rows: count)
        }
        heading = rows(0, headingRows)
        body = rows(headingRows, end - headingRows)
        notice = rows(max(0, end), size.rows > 0 ? 1 : 0)
        hints = rows(end + 1, hintRows)
    }
}

extension TerminalCanvas {
    /// Draws a line in the first row of a region, and another one at its right end, before which the first one is cut.
    /// Nothing is drawn where the region has no row.
    ///
    /// - Parameters:
    ///   - line: The text at the left.
    ///   - end: The text at the right, cut where there is not enough room.
    ///   - region: The region.
    public mutating func draw(_ line: TerminalLine, end: TerminalLine = "", in region: TerminalRegion) {
        guard region.size.rows > 0 else { return }
        let gap = end.columns > 0 && end.columns < region.size.columns ? 1 : 0
        let width = max(0, region.size.columns - end.columns - gap)
        draw(line, row: region.row, column: region.column, width: width)
        let column = min(width + gap, region.size.columns)
        draw(end, row: region.row, column: region.column + column, width: region.size.columns - column)
    }
}
