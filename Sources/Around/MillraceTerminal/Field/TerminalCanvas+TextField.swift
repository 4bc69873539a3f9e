extension TerminalCanvas {
    /// Draws a text field on one row, and puts the terminal's cursor into it.
    ///
    /// If there is not room for the whole text, the part around the cursor is shown, most of it before the cursor.
    /// O(columns + characters before the cursor).
    ///
    /// - Parameters:
    ///   - field: The text and the cursor in it.
    ///   - width: The maximum number of columns; by default up to the right edge.
    ///   - placeholder: A text to show, dim, while the field is empty.
    public mutating func draw(
        _ field: TerminalTextField,
        row: Int,
        column: Int,
        width: Int = .max,
        style: TerminalStyle = .plain,
        placeholder: String = ""
    ) {
        let room = min(width, size.columns - column)
        guard room > 0, (0..<size.rows).contains(row), column >= 0 else { return }
        let ahead = TerminalText(String(field.after.prefix(room))).columns
        let before = TerminalText(field.before).suffix(fitting: max(0, room - max(1, min(ahead, room / 4))))
        let used = draw(before, row: row, column: column, width: room, style: style)
        draw(field.after, row: row, column: column + used, width: room - used, style: style)
        if field.text.isEmpty { draw(placeholder, row: row, column: column, width: room, style: .dim) }
        caret = Position(row: row, column: column + used)
    }
}
