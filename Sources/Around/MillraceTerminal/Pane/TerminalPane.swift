/// A text that may be longer than its region on the screen, with its scroll position.
///
/// A value that belongs to the screen. Lines break between words: see ``TerminalParagraph``.
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

        /// The lines, of at most so many columns. O(length).
        fileprivate func lines(columns: Int) -> [TerminalLine] {
            let indentation = max(0, min(indentation, columns / 2))
            var start = TerminalLine(label, style: .dim, truncatedTo: indentation - 1)
            start.append(TerminalLine(String(repeating: " ", count: indentation - start.columns)))
            let blanks = TerminalLine(String(repeating: " ", count: indentation))
            return TerminalParagraph([TerminalSpan(text, style)], first: start, others: blanks).lines(columns: columns)
        }
    }

    private let size: TerminalSize
    private(set) var lines: [TerminalLine] = []

    /// How many columns at the right are left free for the mark that there is more; none where all is seen.
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
        lines = paragraphs.flatMap { $0.lines(columns: size.columns) }
        if lines.count > size.rows, size.rows > 1, size.columns > 8 {
            markWidth = size.columns < 30 ? 2 : 6
            lines = paragraphs.flatMap { [columns = size.columns - markWidth] in $0.lines(columns: columns) }
        }
        scroll(by: firstLine)
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
            draw(line, row: region.row + row, column: region.column, width: region.size.columns)
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
