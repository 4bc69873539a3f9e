extension TerminalCanvas {
    /// Draws hints one after the other, on as many rows as the region has.
    ///
    /// A hint is never cut: one that does not fit on a row begins the next, and those that do not fit on the last row
    /// are left out. So put the important ones first. The one of the key `?`, which shows all keys, is never left out: it
    /// comes first where there is no room for it in its place.
    public mutating func draw(_ hints: [TerminalHint], in region: TerminalRegion) {
        let help = hints.firstIndex { $0.key == "?" }
        if let help, help > 0,
            TerminalHint.rows(Array(hints[...help]), columns: region.size.columns) > region.size.rows
        {
            return draw([hints[help]] + hints[..<help] + hints[(help + 1)...], in: region)
        }
        var (row, column) = (0, 0)
        for hint in hints {
            if column > 0, column + hint.columns > region.size.columns { (row, column) = (row + 1, 0) }
            guard row < region.size.rows else { return }
            let key = hint.isEnabled ? TerminalStyle.reversed : .dim
            for (text, style) in [(" \(hint.key) ", key), (" \(hint.what)", .dim)] {
                let room = region.size.columns - column
                column += draw(text, row: region.row + row, column: region.column + column, width: room, style: style)
            }
            column += 2
        }
    }
}
