import FeedReader
import MillraceTerminal

/// A timeline in which a post is one cell that prepares what it shows while it is drawn: by hand, from an array.
struct CellTimeline {
    let posts: [SampledPost]
    let display: TimelineDisplay

    /// Reads it to its end, page by page.
    func read() {
        var canvas = TerminalCanvas(size: display.size)
        var row = 0
        for post in posts {
            let lines = lines(of: post)
            if row > 0, row + lines.count > display.size.rows {
                display.show(canvas)
                canvas = TerminalCanvas(size: display.size)
                row = 0
            }
            draw(lines, at: &row, on: &canvas)
        }
        display.show(canvas)
    }

    /// Draws a post that has changed.
    func show(_ post: SampledPost) {
        var canvas = TerminalCanvas(size: display.size)
        var row = 0
        draw(lines(of: post), at: &row, on: &canvas)
        display.show(canvas)
    }

    private func lines(of post: SampledPost) -> [TerminalLine] {
        post.rows(columns: display.size.columns).flatMap(\.lines)
    }

    private func draw(_ lines: [TerminalLine], at row: inout Int, on canvas: inout TerminalCanvas) {
        for line in lines.prefix(display.size.rows - row) {
            canvas.draw(line, row: row, column: 0)
            row += 1
        }
    }
}

/// What a timeline is shown on.
final class TimelineDisplay {
    let size = TerminalSize(columns: 80, rows: 40)

    /// What brings the screen up to date; nil where that is not to be measured. It writes to nobody.
    private let writer: TerminalWriter?

    init(updatesScreen: Bool) { writer = updatesScreen ? TerminalWriter(colors: .full) { _ in } : nil }

    func show(_ canvas: TerminalCanvas) { writer?.show(canvas) }

    /// Waits until everything is written.
    func finish() { writer?.finish() }
}
