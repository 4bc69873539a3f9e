/// A text that may be longer than its place on the screen, and how much of it has been scrolled away.
///
/// A value: a screen keeps the text and ``firstLine``, and makes a pane of them for the room that there is. Lines break between words, see ``TerminalText/lines(columns:)``.
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

    private let size: TerminalSize
    private(set) var lines: [Line] = []

    /// How many columns at the right are left free for what tells that there is more; none where all is seen.
    private(set) var markWidth = 0

    /// How many lines have been scrolled away.
    public private(set) var firstLine = 0

    /// Lays out a text in a room. O(length).
    ///
    /// - Parameters:
    ///   - paragraphs: The text.
    ///   - size: The room that it has.
    ///   - firstLine: How many lines are scrolled away, as far as there are so many.
    public init(_ paragraphs: [Paragraph], size: TerminalSize, firstLine: Int = 0) {
        self.size = size
        lines = Self.lines(paragraphs, columns: size.columns)
        if lines.count > size.rows, size.rows > 1, size.columns > 8 {
            markWidth = size.columns < 30 ? 2 : 6
            lines = Self.lines(paragraphs, columns: size.columns - markWidth)
        }
        scroll(by: firstLine)
    }

    private static func lines(_ paragraphs: [Paragraph], columns: Int) -> [Line] {
        paragraphs.flatMap { paragraph in
            let indentation = max(0, min(paragraph.indentation, columns / 2))
            var lines = TerminalText(paragraph.text).lines(columns: columns - indentation).map { line in
                Line(text: line, style: paragraph.style, indentation: indentation)
            }
            if !lines.isEmpty { lines[0].label = paragraph.label }
            return lines
        }
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
        guard pane.markWidth > 0 else { return }
        let column = region.column + region.size.columns - pane.markWidth
        for (row, arrow, count) in [(region.row, "↑", pane.firstLine), (region.row + rows - 1, "↓", pane.linesBelow)]
        where count > 0 {
            let text = pane.markWidth < 4 ? " \(arrow)" : " \(arrow) \(count)"
            draw(text, row: row, column: column, width: pane.markWidth, style: .dim)
        }
    }
}
