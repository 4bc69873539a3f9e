import Millrace
import MillraceTerminal

/// All that the screen shows, ready to be drawn.
struct ScreenDrawing {
    let view: AnnotationFilterView
    let panel: TerminalPlainList
    let sheet: TerminalPlainList
    let layout: ScreenLayout
    let local: AnnotationFilterScreen.Local

    var canvas: TerminalCanvas {
        let (hints, hintRegion) = layout.hints
        let size = TerminalSize(columns: layout.page.size.columns, rows: hintRegion.row + hintRegion.size.rows)
        var canvas = TerminalCanvas(size: size)
        if local.visiblePage != nil {
            canvas.draw(pane, in: layout.page)
        } else {
            canvas.draw(sheet, in: layout.sheet, isFocused: local.focus != .panel)
            canvas.draw(panel, in: layout.panel, isFocused: local.focus == .panel)
            drawLines(on: &canvas)
            canvas.draw(pane, in: layout.detail)
        }
        drawStatus(on: &canvas)
        canvas.draw(local.visiblePage == nil ? hints : pageHints, in: hintRegion)
        return canvas
    }

    /// What there is to read: on the page that covers the screen, or of the annotation under the cursor.
    var pane: TerminalPane {
        let size = local.visiblePage == nil ? layout.detail.size : layout.page.size
        let firstLine = local.scrolled.text == textName ? local.scrolled.lines : 0
        return TerminalPane(size.rows == 0 ? [] : text, size: size, firstLine: firstLine)
    }

    /// The name of the text that is shown, which identifies its scroll position.
    var textName: String {
        switch local.visiblePage {
        case .help: "help"
        case .notices: "notices"
        case .answer: "answer"
        case .detail: "page/\(sheet.row?.id ?? "")"
        case nil: "pane/\(sheet.row?.id ?? "")"
        }
    }

    private var text: [TerminalPane.Paragraph] {
        switch local.visiblePage {
        case .help: AnnotationFilterScreen.keys.help
        case .notices where view.notices.isEmpty: [.init("There is nothing odd about the file.")]
        case .notices: view.notices.map { .init($0, indentation: 2, label: "•") }
        case .answer: local.answer.map { .init($0) }
        case .detail, nil: view.details.paragraphs(of: sheet.row?.id)
        }
    }

    private func drawLines(on canvas: inout TerminalCanvas) {
        if let divider = layout.divider {
            for row in 0..<layout.sheet.size.rows { canvas.draw("│", row: row, column: divider, style: .dim) }
        }
        if layout.detail.size.rows > 0 {
            let rule = String(repeating: "─", count: canvas.size.columns)
            let style = local.focus == .detail ? TerminalStyle.bold : .dim
            canvas.draw(rule, row: layout.detail.row - 1, column: 0, style: style)
        }
    }

    private func drawStatus(on canvas: inout TerminalCanvas) {
        let (status, region) = layout.status
        guard region.size.rows > 0 else { return }
        if let prompt = local.prompt, prompt.problem == nil {
            let label = canvas.draw(prompt.purpose.words.label, row: region.row, column: 0, style: .bold)
            return canvas.draw(
                prompt.field,
                row: region.row,
                column: label,
                placeholder: prompt.purpose.words.placeholder
            )
        }
        let style = local.prompt == nil ? TerminalStyle.bold : TerminalStyle(isBold: true, foreground: .red)
        let words = TerminalSpan(status, style)
        let isBroken = region.size.rows > 1
        let lines = isBroken ? TerminalParagraph([words]).lines(columns: canvas.size.columns) : [TerminalLine([words])]
        for (row, line) in lines.prefix(region.size.rows).enumerated() {
            canvas.draw(line, row: region.row + row, column: 0)
        }
    }

    private var pageHints: [TerminalHint] {
        [TerminalHint("↑↓", "scroll"), TerminalHint("esc", "back"), TerminalHint("q", "quit")]
    }

    /// The keys that do something now, and those that would. Those that edit would take the room of the others.
    static func hints(
        _ view: AnnotationFilterView,
        _ focus: AnnotationFilterScreen.Focus,
        _ purpose: ScreenPrompt.Purpose?,
        isWorking: Bool
    ) -> [TerminalHint] {
        if let purpose {
            let done = purpose.words.done
            return [TerminalHint("enter", done), TerminalHint("esc", "back"), TerminalHint("ctrl-u", "empty")]
        }
        let cancel = isWorking ? "stop" : view.opening == nil ? nil : "do not open"
        return (cancel.map { [TerminalHint("esc", $0)] } ?? [])
            + AnnotationFilterScreen.keys.hints { command in
                switch command {
                case .toggle: focus == .panel
                case .enter, .status, .mark, .reply: focus != .panel
                case .save: view.edits.count > 0
                case .clear: view.canClear
                case .undo: view.canUndo
                case .redo: view.canRedo
                default: true
                }
            }
            .filter { $0.isEnabled || !["status", "mark", "reply", "save"].contains($0.what) }
    }
}
