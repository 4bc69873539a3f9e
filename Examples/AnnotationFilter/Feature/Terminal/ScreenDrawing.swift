import Millrace
import MillraceTerminal

/// All that the screen shows, ready to be drawn.
struct ScreenDrawing {
    let view: AnnotationFilterView
    let panel: TerminalTable
    let sheet: TerminalTable
    let focus: AnnotationFilterScreen.Focus
    let prompt: AnnotationFilterScreen.Prompt?

    func canvas(size: TerminalSize) -> TerminalCanvas {
        let layout = ScreenLayout(size: size, focus: focus)
        var canvas = TerminalCanvas(size: size)
        canvas.draw(sheet, in: layout.sheet, isFocused: focus == .sheet)
        canvas.draw(panel, in: layout.panel, isFocused: focus == .panel)
        drawLines(layout, on: &canvas)
        drawDetail(layout.detail, on: &canvas)
        drawStatus(layout.status, on: &canvas)
        canvas.draw(hints, in: layout.hints)
        return canvas
    }

    private func drawLines(_ layout: ScreenLayout, on canvas: inout TerminalCanvas) {
        if let divider = layout.divider {
            for row in 0..<layout.sheet.size.rows { canvas.draw("│", row: row, column: divider, style: .dim) }
        }
        if layout.detail.size.rows > 0 {
            let rule = String(repeating: "─", count: canvas.size.columns)
            canvas.draw(rule, row: layout.detail.row - 1, column: 0, style: .dim)
        }
    }

    /// The whole text of the annotation under the cursor, as far as there is room.
    private func drawDetail(_ region: TerminalRegion, on canvas: inout TerminalCanvas) {
        let lines = TerminalText(sheet.row?.title ?? "").lines(columns: region.size.columns)
        for (row, line) in lines.prefix(region.size.rows).enumerated() {
            canvas.draw(line, row: region.row + row, column: 0)
        }
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

    private var hints: [TerminalHint] {
        if let prompt {
            let done = prompt.isSearch ? "done" : "open"
            return [TerminalHint("enter", done), TerminalHint("esc", "back"), TerminalHint("ctrl-u", "empty")]
        }
        let cancel = view.opening == nil ? [] : [TerminalHint("esc", "do not open")]
        return cancel + [
            TerminalHint("↑↓", "move"), TerminalHint("space", "toggle", isEnabled: focus == .panel),
            TerminalHint("←→", "group"), TerminalHint("tab", focus == .panel ? "annotations" : "filters"),
            TerminalHint("/", "search"), TerminalHint("q", "quit"), TerminalHint("o", "open"),
            TerminalHint("c", "clear", isEnabled: view.canClear), TerminalHint("u", "undo", isEnabled: view.canUndo),
            TerminalHint("r", "redo", isEnabled: view.canRedo),
        ]
    }
}
