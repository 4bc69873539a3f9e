import Millrace
import MillraceTerminal

/// A picture of what is shown.
struct ToDoDrawing {
    let view: ToDoView
    let table: TerminalPlainList
    let local: ToDoScreen.Local
    let size: TerminalSize
    /// Why what was done last is not saved.
    let problem: String?
    /// Where the list stands with a server.
    let sync: SyncStatus

    private static let problemStyle = TerminalStyle(isBold: true, foreground: .red)

    var canvas: TerminalCanvas {
        let layout = TerminalLayout(size)
        var canvas = TerminalCanvas(size: size)
        switch view {
        case .list(let list):
            let (title, summary) = (TerminalLine(list.title, style: .bold), TerminalLine(list.summary, style: .dim))
            canvas.draw(title, end: summary, in: layout.heading)
            canvas.draw(table, in: layout.body)
            canvas.draw(local.isFiltering ? ToDoKeys.filterHints : ToDoKeys.list.hints(), in: layout.hints)
        case .form(let form):
            canvas.draw(TerminalLine(form.heading, style: .bold), in: layout.heading)
            draw(form, in: layout.body, on: &canvas)
            canvas.draw(ToDoKeys.form.hints(), in: layout.hints)
        }
        drawNotice(in: layout.notice, on: &canvas)
        return canvas
    }

    private func draw(_ form: FormView, in region: TerminalRegion, on canvas: inout TerminalCanvas) {
        var row = region.row + 1
        let end = region.row + region.size.rows
        func isThere(_ row: Int) -> Bool { row < end }
        for line in form.lines where isThere(row) {
            let field = line.field
            canvas.draw(field.label, row: row, column: 1, width: 7, style: field.isFocused ? .bold : .dim)
            if field.isFocused {
                canvas.draw(local.field, row: row, column: 8, placeholder: field.prompt)
            } else {
                let (text, style): (String, TerminalStyle) =
                    field.value.isEmpty ? (field.prompt, .dim) : (field.value, .plain)
                canvas.draw(text, row: row, column: 8, style: style)
            }
            row += 1
            let style = line.isProblem ? TerminalStyle(foreground: .red) : .dim
            let note = line.note.map { TerminalText("→ \($0)").lines(columns: max(1, size.columns - 8)) } ?? []
            for text in note where isThere(row) {
                canvas.draw(text, row: row, column: 8, style: style)
                row += 1
            }
            row += 1
        }
        for fact in form.facts where isThere(row) {
            canvas.draw(fact, row: row, column: 1, style: .dim)
            row += 1
        }
    }

    private func drawNotice(in region: TerminalRegion, on canvas: inout TerminalCanvas) {
        guard region.size.rows > 0 else { return }
        if case .conflict(let conflict) = sync, !local.isFiltering, problem == nil, local.notice == nil {
            let text = "\(conflict.text): m keeps the first, t takes the other"
            canvas.draw(text, row: region.row, column: 0, style: Self.problemStyle)
            return
        }
        defer { drawStatus(in: region, on: &canvas) }
        if local.isFiltering {
            let label = canvas.draw("Find: ", row: region.row, column: 0, style: .bold)
            canvas.draw(
                local.field,
                row: region.row,
                column: label,
                placeholder: "a text"
            )
        } else if let problem {
            canvas.draw("Not saved: \(problem)", row: region.row, column: 0, style: Self.problemStyle)
        } else if let notice = local.notice {
            canvas.draw(notice, row: region.row, column: 0, style: .bold)
        }
    }

    /// Where the list stands with the server, at the right.
    private func drawStatus(in region: TerminalRegion, on canvas: inout TerminalCanvas) {
        if sync == .none { return }
        let width = min(TerminalText(sync.text).columns, size.columns / 2)
        let status = TerminalText(sync.text).fitted(to: width)
        canvas.draw(" \(status)", row: region.row, column: max(0, size.columns - width - 1), style: .dim)
    }
}
