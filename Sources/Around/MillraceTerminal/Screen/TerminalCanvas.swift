/// A grid of cells to draw on, as a value. A `TerminalScreen` compares canvases and writes the differences.
///
/// Drawing never fails: cells outside are not drawn, and a wide character that fits only by half becomes blank.
public struct TerminalCanvas: Equatable, Sendable {
    /// A position on a canvas, counted from zero at the top left.
    public struct Position: Hashable, Sendable {
        /// The row.
        public var row: Int
        /// The column.
        public var column: Int

        /// Creates a position.
        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The size of the canvas.
    public let size: TerminalSize

    /// The position of the terminal's blinking cursor, as in a text field; `nil` hides it.
    public var caret: Position?

    /// A picture that the terminal itself draws over the cells; `nil` for nothing.
    public var overlay: TerminalOverlay?

    package private(set) var cells: [Row]

    /// Creates a blank canvas.
    public init(size: TerminalSize) {
        self.size = size
        cells = Array(repeating: Row(columns: size.columns), count: size.rows)
    }

    /// Draws one line of text, cut with `…` if it is longer than the width or the canvas.
    ///
    /// - Parameters:
    ///   - text: The text. Its control characters are replaced: see ``TerminalText``.
    ///   - row: The row, from the top.
    ///   - column: The column of the first character.
    ///   - width: The maximum number of columns; by default up to the right edge.
    ///   - style: How the text looks.
    /// - Returns: The number of columns drawn.
    @discardableResult
    public mutating func draw(
        _ text: String,
        row: Int,
        column: Int,
        width: Int = .max,
        style: TerminalStyle = .plain
    ) -> Int {
        let available = min(width, size.columns - max(column, 0))
        let line = TerminalLine(text, style: style, truncatedTo: available)
        draw(line, row: row, column: column)
        return line.columns
    }

    /// Draws a line, cut with `…` if it is longer than the width or the canvas. O(columns), which are only copied.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - row: The row, from the top.
    ///   - column: The column of the first character.
    ///   - width: The maximum number of columns; by default up to the right edge.
    ///   - isReversed: Whether foreground and background are exchanged, as for a line with a cursor.
    public mutating func draw(
        _ line: TerminalLine,
        row: Int,
        column: Int,
        width: Int = .max,
        isReversed: Bool = false
    ) {
        guard cells.indices.contains(row), column < size.columns else { return }
        let available = min(width, size.columns - max(column, 0))
        cells[row].draw(line.truncated(to: available), at: column, isReversed: isReversed)
    }

    /// Makes a region blank, in a style: a reversed blank is a bar.
    public mutating func clear(_ region: TerminalRegion, style: TerminalStyle = .plain) {
        let columns = (region.column..<(region.column + region.size.columns)).clamped(to: 0..<size.columns)
        let rows = (region.row..<(region.row + region.size.rows)).clamped(to: 0..<size.rows)
        guard !columns.isEmpty else { return }
        if columns.count == size.columns {
            // The rows share their cells until they are drawn on.
            let blank = Row(columns: size.columns, style: style)
            for row in rows where !cells[row].isBlank(style) { cells[row] = blank }
        } else {
            for row in rows { cells[row].clear(columns, style: style) }
        }
    }

    /// The text of each row, without styles and trailing blanks.
    public var text: [String] { cells.map(\.text) }
}
