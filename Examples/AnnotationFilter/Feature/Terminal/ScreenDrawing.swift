import Millrace
import MillraceTerminal

extension AnnotationFilterScreen {
    /// The screen as it is to be seen now. Cost: O(cells), however many annotations there are.
    public var canvas: TerminalCanvas {
        let layout = ScreenLayout(size: size, focus: focus)
        var canvas = TerminalCanvas(size: size)
        canvas.draw(view.sheet, in: layout.sheet, viewport: sheetViewport, isFocused: focus == .sheet)
        canvas.draw(view.panel, in: layout.panel, viewport: panelViewport, isFocused: focus == .panel)
        drawLines(layout, on: &canvas)
        drawDetail(layout.detail, on: &canvas)
        drawStatus(layout.status, on: &canvas)
        drawHints(layout.hints, on: &canvas)
        return canvas
    }

    private func drawLines(_ layout: ScreenLayout, on canvas: inout TerminalCanvas) {
        if let divider = layout.divider {
            for row in 0..<layout.sheet.size.rows { canvas.draw("│", row: row, column: divider, style: .dim) }
        }
        if layout.detail.size.rows > 0 {
            let rule = String(repeating: "─", count: size.columns)
            canvas.draw(rule, row: layout.detail.row - 1, column: 0, style: .dim)
        }
    }

    /// The whole text of the annotation under the cursor, as far as there is room.
    private func drawDetail(_ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        guard let cursor = sheetViewport.cursor, region.size.rows > 0 else { return }
        var line = ""
        var (row, used) = (region.row, 0)
        for glyph in TerminalText(view.sheet[cursor].title) {
            if used + glyph.columns > region.size.columns {
                canvas.draw(line, row: row, column: 0)
                (line, row, used) = ("", row + 1, 0)
                guard row < region.row + region.size.rows else { return }
            }
            line.append(glyph.character)
            used += glyph.columns
        }
        canvas.draw(line, row: row, column: 0)
    }

    private func drawStatus(_ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        guard region.size.rows > 0 else { return }
        guard let prompt else {
            canvas.draw(view.opening ?? view.status, row: region.row, column: 0, style: .bold)
            return
        }
        let label = canvas.draw(prompt.isSearch ? "Search: " : "Open: ", row: region.row, column: 0, style: .bold)
        canvas.draw(prompt.field, row: region.row, column: label)
    }

    private func drawHints(_ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        guard region.size.rows > 0 else { return }
        var column = 0
        for hint in hints where column < size.columns {
            let style = hint.isEnabled ? TerminalStyle.reversed : TerminalStyle(isDim: true)
            column += canvas.draw(" \(hint.key) ", row: region.row, column: column, style: style)
            column += canvas.draw(" \(hint.what)  ", row: region.row, column: column, style: .dim)
        }
    }

    private var hints: [(key: String, what: String, isEnabled: Bool)] {
        if let prompt {
            let done = prompt.isSearch ? "done" : "open"
            return [("enter", done, true), ("esc", "back", true), ("ctrl-u", "empty", true)]
        }
        let cancel = view.opening == nil ? [] : [("esc", "do not open", true)]
        return cancel + [
            ("↑↓", "move", true), ("space", "toggle", focus == .panel), ("←→", "group", true),
            ("tab", focus == .panel ? "annotations" : "filters", true), ("/", "search", true),
            ("q", "quit", true), ("c", "clear", view.canClear), ("u", "undo", view.canUndo),
            ("r", "redo", view.canRedo),
            ("o", "open", true),
        ]
    }
}
