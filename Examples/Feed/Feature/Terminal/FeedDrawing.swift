import Millrace
import MillraceTerminal

/// Where things are on a terminal of a size.
struct FeedLayout {
    /// The tabs, or what is over them.
    let heading: TerminalRegion
    /// The posts.
    let body: TerminalRegion
    /// What is being loaded, what is wrong, or the text that is looked for.
    let notice: TerminalRegion
    /// The keys.
    let hints: TerminalRegion

    init(_ size: TerminalSize) {
        let (hintRows, headingRows) = (size.rows >= 8 ? 1 : 0, size.rows >= 4 ? 1 : 0)
        let end = size.rows - hintRows - 1
        func rows(_ row: Int, _ count: Int) -> TerminalRegion {
            TerminalRegion(column: 0, row: row, columns: size.columns, rows: max(0, count))
        }
        heading = rows(0, headingRows)
        body = rows(headingRows, end - headingRows)
        notice = rows(max(0, end), size.rows > 0 ? 1 : 0)
        hints = rows(end + 1, hintRows)
    }
}

/// A picture of what is shown.
struct FeedDrawing {
    let status: FeedStatus
    let list: TerminalList<PostRow.ID>
    /// The text that is looked for, while it is typed; nil while it is not.
    let field: TerminalTextField?
    let size: TerminalSize

    var canvas: TerminalCanvas {
        let layout = FeedLayout(size)
        var canvas = TerminalCanvas(size: size)
        if layout.heading.size.rows > 0 { drawHeading(row: layout.heading.row, on: &canvas) }
        canvas.draw(list, in: layout.body, cursor: .bar)
        if list.row == nil { canvas.draw(status.emptyNote, row: layout.body.row, column: 1, style: .dim) }
        drawNotice(row: layout.notice.row, on: &canvas)
        canvas.draw(field == nil ? FeedKeys.table.hints() : FeedKeys.findHints, in: layout.hints)
        return canvas
    }

    private func drawHeading(row: Int, on canvas: inout TerminalCanvas) {
        let news = status.newCount > 0 ? " \(status.newCount) new ↑" : ""
        let width = max(0, size.columns - TerminalText(news).columns)
        if let title = status.title {
            canvas.draw("‹ \(title)", row: row, column: 0, width: width, style: .bold)
        } else {
            var column = 0
            for tab in status.tabs where column < width {
                let style = tab.isSelected ? TerminalStyle(isBold: true, isReversed: true) : .plain
                column += canvas.draw(
                    " \(tab.timeline.rawValue) ",
                    row: row,
                    column: column,
                    width: width - column,
                    style: style
                )
            }
        }
        canvas.draw(news, row: row, column: width, style: TerminalStyle(isBold: true, foreground: .cyan))
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
