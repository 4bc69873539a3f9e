extension TerminalCanvas {
    /// Draws a text across a row of a region.
    mutating func draw(bar text: String, _ row: Int, _ region: TerminalRegion, _ style: TerminalStyle) {
        clear(TerminalRegion(column: region.column, row: row, columns: region.size.columns, rows: 1), style: style)
        draw(text, row: row, column: region.column, width: region.size.columns, style: style)
    }
}
