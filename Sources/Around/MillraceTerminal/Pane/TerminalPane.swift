/// A text that may be longer than its region on the screen, with its scroll position.
///
/// A value that belongs to the screen. Lines break between words: see ``TerminalText/lines(columns:)``.
public struct TerminalPane: Sendable {
    /// A part of the text that begins on a new line.
    public struct Paragraph: Equatable, Sendable {
        /// The text. Its line breaks are shown.
        public var text: String
        /// The style of the text.
        public var style: TerminalStyle
        /// The number of columns by which all its lines are indented, at most half of the width.
        public var indentation: Int
        /// A label in the indentation of the first line. It is dim.
        public var label: String

        /// Creates a paragraph.
        public init(_ text: String, style: TerminalStyle = .plain, indentation: Int = 0, label: String = "") {
            self.text = text
            self.style = style
            self.indentation = indentation
            self.label = label
        }
    }

    private let size: TerminalSize
    /// The lines, each as a paragraph of its own.
    private(set) var lines: [Paragraph] = []

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

    private static func lines(_ paragraphs: [Paragraph], columns: Int) -> [Paragraph] {
        paragraphs.flatMap { paragraph in
            let indentation = max(0, min(paragraph.indentation, columns / 2))
            var lines = TerminalText(paragraph.text).lines(columns: columns - indentation).map { line in
                Paragraph(line, style: paragraph.style, indentation: indentation)
            }
            if !lines.isEmpty { lines[0].label = paragraph.label }
            return lines
        }
    }

    /// Scrolls by a number of lines, as far as there are any.
    public mutating func scroll(by rows: Int) {
        firstLine = max(0, min(firstLine + rows, lines.count - size.rows))
    }

    /// Scrolls according to a key: arrows, page up and down, the space bar, home and end.
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

    /// The number of lines below the visible ones.
    var linesBelow: Int { max(0, lines.count - firstLine - size.rows) }
}

extension TerminalCanvas {
    /// Draws the visible part of a pane. If there is more, the right end of the first or last row shows how many lines
    /// are above or below. O(cells of the region).
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
