/// A grid of cells to draw on, as a value. A `TerminalScreen` compares canvases and writes the differences.
///
/// Drawing never fails: what lies outside is not drawn, and a wide character that fits only by half becomes blank.
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

    /// A cell: a glyph in its first column, or no glyph in the further columns of a wide one.
    package struct Cell: Equatable, Sendable {
        package var glyph: TerminalGlyph?
        package var style: TerminalStyle

        static let blank = Cell(glyph: .space, style: .plain)
    }

    /// The size of the canvas.
    public let size: TerminalSize

    /// The position of the terminal's blinking cursor, as in a text field; `nil` hides it.
    public var caret: Position?

    /// What the terminal itself draws over the cells, such as an image; `nil` for nothing.
    public var overlay: TerminalOverlay?

    package private(set) var cells: [[Cell]]

    /// Creates a blank canvas.
    public init(size: TerminalSize) {
        self.size = size
        cells = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
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
        var used = 0
        for glyph in TerminalText(text).truncated(to: available) {
            place(glyph, row: row, column: column + used, style: style)
            used += glyph.columns
        }
        return used
    }

    /// Makes a region blank, in a style: a reversed blank is a bar.
    public mutating func clear(_ region: TerminalRegion, style: TerminalStyle = .plain) {
        let columns = (region.column..<(region.column + region.size.columns)).clamped(to: 0..<size.columns)
        let rows = (region.row..<(region.row + region.size.rows)).clamped(to: 0..<size.rows)
        for row in rows {
            for column in columns {
                blankOut(row: row, column: column)
                cells[row][column] = Cell(glyph: .space, style: style)
            }
        }
    }

    /// The text of each row, without styles and trailing blanks.
    public var text: [String] {
        cells.map { row in
            let line = String(row.compactMap(\.glyph?.character))
            return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
        }
    }

    private mutating func place(_ glyph: TerminalGlyph, row: Int, column: Int, style: TerminalStyle) {
        let columns = column..<(column + glyph.columns)
        guard cells.indices.contains(row), columns.clamped(to: 0..<size.columns) == columns else { return }
        for column in columns {
            blankOut(row: row, column: column)
            cells[row][column] = Cell(glyph: nil, style: style)
        }
        cells[row][column].glyph = glyph
    }

    /// Blanks the whole glyph that a cell is part of, so that overwriting half of a wide one leaves no half behind.
    private mutating func blankOut(row: Int, column: Int) {
        var start = column
        while cells[row][start].glyph == nil, start > 0 { start -= 1 }
        let columns = cells[row][start].glyph?.columns ?? 1
        guard columns > 1 else { return }
        for part in start..<(start + columns) { cells[row][part].glyph = .space }
    }
}
