extension TerminalCanvas {
    /// Draws a text field, each of its lines on a row, and puts the terminal's cursor into it.
    ///
    /// If there is not room for the whole line of the cursor, the part around the cursor is shown, most of it before the
    /// cursor. If there is not room for all lines, those around the cursor are shown. O(columns × rows + length).
    ///
    /// - Parameters:
    ///   - field: The text and the cursor in it.
    ///   - row: The row, from the top.
    ///   - column: The first column.
    ///   - width: The maximum number of columns; by default up to the right edge.
    ///   - rows: The maximum number of rows. A field has as many as it has lines: see ``TerminalTextField/lineCount``.
    ///   - style: How the text looks.
    ///   - placeholder: A text to show, dim, while the field is empty.
    public mutating func draw(
        _ field: TerminalTextField,
        row: Int,
        column: Int,
        width: Int = .max,
        rows: Int = 1,
        style: TerminalStyle = .plain,
        placeholder: String = ""
    ) {
        let room = min(width, size.columns - column)
        guard room > 0, (0..<size.rows).contains(row), column >= 0 else { return }
        let (height, lines) = (
            max(1, min(rows, size.rows - row)), field.text.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let cursor = field.before.breakCount
        let first = max(0, min(cursor - height / 2, lines.count - height))
        for (index, line) in lines.enumerated().dropFirst(first).prefix(height) where index != cursor {
            draw(String(line), row: row + index - first, column: column, width: room, style: style)
        }
        let (before, after) = (String(field.before.lastLine), String(field.after.firstLine))
        let ahead = TerminalText(String(after.prefix(room))).columns
        let shown = TerminalText(before).suffix(fitting: max(0, room - max(1, min(ahead, room / 4))))
        let cursorRow = row + cursor - first
        let used = draw(shown, row: cursorRow, column: column, width: room, style: style)
        draw(after, row: cursorRow, column: column + used, width: room - used, style: style)
        if field.text.isEmpty { draw(placeholder, row: cursorRow, column: column, width: room, style: .dim) }
        caret = Position(row: cursorRow, column: column + used)
    }
}
