import Millrace
import MillraceTerminal

extension TerminalSize {
    /// Where the posts are: below the tabs, and above the notice and the keys.
    var body: TerminalRegion { TerminalRegion(column: 0, row: 1, columns: columns, rows: max(0, rows - 3)) }
}

/// A picture of what is shown.
struct FeedDrawing {
    let status: FeedStatus
    let list: TerminalList<PostRow.ID>
    /// The text that is looked for, while it is typed; nil while it is not.
    let field: TerminalTextField?
    let size: TerminalSize

    var canvas: TerminalCanvas {
        var canvas = TerminalCanvas(size: size)
        drawHeading(on: &canvas)
        canvas.draw(list, in: size.body, cursor: .bar)
        if list.row == nil { canvas.draw(status.emptyNote, row: size.body.row, column: 1, style: .dim) }
        drawNotice(row: size.rows - 2, on: &canvas)
        let keys = TerminalRegion(column: 0, row: max(0, size.rows - 1), columns: size.columns, rows: 1)
        canvas.draw(field == nil ? FeedKeys.table.hints() : FeedKeys.findHints, in: keys)
        return canvas
    }

    private func drawHeading(on canvas: inout TerminalCanvas) {
        let news = status.newCount > 0 ? " \(status.newCount) new ↑" : ""
        let width = max(0, size.columns - TerminalText(news).columns)
        if let title = status.title {
            canvas.draw("‹ \(title)", row: 0, column: 0, width: width, style: .bold)
        } else {
            var column = 0
            for tab in status.tabs where column < width {
                let style = tab.isSelected ? TerminalStyle(isBold: true, isReversed: true) : .plain
                let name = " \(tab.timeline.rawValue) "
                column += canvas.draw(name, row: 0, column: column, width: width - column, style: style)
            }
        }
        canvas.draw(news, row: 0, column: width, style: TerminalStyle(isBold: true, foreground: .cyan))
    }

    private func drawNotice(row: Int, on canvas: inout TerminalCanvas) {
        if let field {
            let label = canvas.draw("Find: ", row: row, column: 0, style: .bold)
            canvas.draw(field, row: row, column: label, placeholder: "a text")
        } else if let problem = status.problem {
            canvas.draw(problem, row: row, column: 0, style: TerminalStyle(foreground: .red))
        } else {
            canvas.draw(status.summary, row: row, column: 0, style: .dim)
        }
    }
}

extension FeedStatus {
    /// What stands in place of the posts where none are shown.
    fileprivate var emptyNote: String {
        if isLoading { return "" }
        if problem != nil { return "Press r to try again." }
        return count == 0 ? "There are no posts." : filter.isEmpty ? "" : "No post that is loaded is like that."
    }
}
