import Millrace
import MillraceTerminal

/// A picture of what is shown.
struct FeedDrawing {
    let status: FeedStatus
    let list: TerminalList<PostRow.ID>
    /// The text that is looked for, while it is typed; nil while it is not.
    let field: TerminalTextField?
    let size: TerminalSize

    var canvas: TerminalCanvas {
        let layout = TerminalLayout(size)
        var canvas = TerminalCanvas(size: size)
        canvas.draw(heading, end: news, in: layout.heading)
        canvas.draw(list, in: layout.body, cursor: .bar)
        if list.row == nil { canvas.draw(status.emptyNote, row: layout.body.row, column: 1, style: .dim) }
        drawNotice(row: layout.notice.row, on: &canvas)
        canvas.draw(field == nil ? FeedKeys.map.hints() : FeedKeys.findHints, in: layout.hints)
        return canvas
    }

    /// The timelines, or what is shown over them.
    private var heading: TerminalLine {
        if let title = status.title { return TerminalLine("‹ \(title)", style: .bold) }
        return TerminalLine(
            status.tabs.map { tab in
                let style = tab.isSelected ? TerminalStyle(isBold: true, isReversed: true) : .plain
                return TerminalSpan(" \(tab.timeline.rawValue) ", style)
            }
        )
    }

    private var news: TerminalLine {
        let style = TerminalStyle(isBold: true, foreground: .cyan)
        return status.newCount > 0 ? TerminalLine("\(status.newCount) new ↑", style: style) : ""
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
