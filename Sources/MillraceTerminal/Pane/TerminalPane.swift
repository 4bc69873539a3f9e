/// A text that may be longer than its place on the screen, and how much of it has been scrolled away.
///
/// A value that belongs to the screen. Lines break between words, see ``TerminalText/lines(columns:)``.
public struct TerminalPane: Sendable {
    /// A part of the text that begins on a line of its own.
    public struct Paragraph: Equatable, Sendable {
        /// What it says. A line break in it is one on the screen.
        public var text: String
        /// How it looks.
        public var style: TerminalStyle
        /// By how many columns all its lines are moved to the right, at most by half of the room.
        public var indentation: Int
        /// What stands before the first line, where that is moved to the right. It is dim.
        public var label: String

        /// A paragraph.
        public init(_ text: String, style: TerminalStyle = .plain, indentation: Int = 0, label: String = "") {
            self.text = text
            self.style = style
            self.indentation = indentation
            self.label = label
        }
    }

    struct Line {
        var text: String
        var style: TerminalStyle
        var indentation: Int
        var label = ""
    }

    private var paragraphs: [Paragraph]
    private var size: TerminalSize
    private(set) var lines: [Line] = []
    private(set) var firstLine = 0

    /// Shows a text from its beginning. O(length).
    ///
    /// - Parameters:
    ///   - paragraphs: The text.
    ///   - size: The room that it has.
    public init(_ paragraphs: [Paragraph] = [], size: TerminalSize = TerminalSize(columns: 0, rows: 0)) {
        self.paragraphs = paragraphs
        self.size = size
        breakLines()
    }

    /// Shows another text, from its beginning; where it is the same, nothing changes.
    public mutating func show(_ paragraphs: [Paragraph]) {
        guard paragraphs != self.paragraphs else { return }
        self.paragraphs = paragraphs
        firstLine = 0
        breakLines()
    }

    /// Takes another room on the screen.
    public mutating func resize(to size: TerminalSize) {
        guard size != self.size else { return }
        self.size = size
        breakLines()
    }

    /// Scrolls by so many lines, as far as there are any.
    public mutating func scroll(by rows: Int) {
        firstLine = max(0, min(firstLine + rows, lines.count - size.rows))
    }

    /// Scrolls as a key says: arrows, page up and down, the space bar, home and end.
    ///
    /// - Returns: Whether the key was one of these.
    @discardableResult
    public mutating func move(_ key: TerminalKey) -> Bool {
        let page = max(1, size.rows - 1)
        switch key {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown, .character(" "): scroll(by: page)
        case .home: scroll(by: -lines.count)
        case .end: scroll(by: lines.count)
        default: return false
        }
        return true
    }

    /// How many lines there are below those that are seen.
    var linesBelow: Int { max(0, lines.count - firstLine - size.rows) }

    private mutating func breakLines() {
        lines = paragraphs.flatMap { paragraph in
            let indentation = max(0, min(paragraph.indentation, size.columns / 2))
            var lines = TerminalText(paragraph.text).lines(columns: size.columns - indentation).map { line in
                Line(text: line, style: paragraph.style, indentation: indentation)
            }
            if !lines.isEmpty { lines[0].label = paragraph.label }
            return lines
        }
        scroll(by: 0)
    }
}

extension TerminalCanvas {
    /// Draws the part of a pane that is seen. Where there is more, the right end of the first or last row says so: how
    /// many lines there are above or below. O(cells of the region).
    public mutating func draw(_ pane: TerminalPane, in region: TerminalRegion) {
        clear(region)
        let rows = region.size.rows
        for (row, line) in pane.lines.dropFirst(pane.firstLine).prefix(rows).enumerated() {
            let (row, room) = (region.row + row, region.size.columns - line.indentation)
            draw(line.label, row: row, column: region.column, width: line.indentation - 1, style: .dim)
            draw(line.text, row: row, column: region.column + line.indentation, width: room, style: line.style)
        }
        if pane.firstLine > 0 { drawMark(" ↑ \(pane.firstLine)", row: region.row, region) }
        if pane.linesBelow > 0 { drawMark(" ↓ \(pane.linesBelow)", row: region.row + rows - 1, region) }
    }

    private mutating func drawMark(_ text: String, row: Int, _ region: TerminalRegion) {
        let columns = TerminalText(text).columns
        guard region.size.rows > 1, columns <= region.size.columns / 2 else { return }
        draw(text, row: row, column: region.column + region.size.columns - columns, width: columns, style: .dim)
    }
}
