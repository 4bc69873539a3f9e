/// One line of styled text, made once: drawing it only copies it.
///
/// ```swift
/// let line = TerminalLine([TerminalSpan("Kim", .bold), ": see you there"])
/// canvas.draw(line, row: 0, column: 0)
/// ```
///
/// Its characters are those of a ``TerminalText``: a line break is a space, and nothing can control the terminal. It
/// takes 4 bytes a column, and 16 wherever the style changes. To break a text into lines, use a ``TerminalParagraph``.
public struct TerminalLine: Equatable, Sendable {
    /// A change of the style.
    private struct StyleChange: Equatable, Sendable {
        /// The first column in the style.
        let column: Int
        let style: TerminalStyle
    }

    /// What is in each column.
    private(set) var codes: [GlyphCode] = []
    /// The glyphs of several scalars, in their order.
    private(set) var clusters: [Character] = []
    private var style = TerminalStyle()
    private var changes: [StyleChange] = []

    /// Creates a line of text in one style. O(length).
    public init(_ text: String = "", style: TerminalStyle = .plain) {
        append(TerminalSpan(text, style), upTo: .max)
    }

    /// Creates a line of several spans. O(length).
    public init(_ spans: [TerminalSpan]) {
        for span in spans { append(span, upTo: .max) }
    }

    /// Creates a line that ends with `…` if the text is longer than a number of columns. O(columns).
    init(_ text: String, style: TerminalStyle = .plain, truncatedTo columns: Int) {
        guard columns > 0 else { return }
        append(TerminalSpan(text, style), upTo: columns + 1)
        self = truncated(to: columns)
    }

    /// The number of columns. O(1).
    public var columns: Int { codes.count }

    /// The text, without its styles. O(columns).
    public var text: String {
        var text = ""
        for code in codes where code != .further {
            if code.isCluster { text.append(clusters[code.index]) } else { text.unicodeScalars.append(code.scalar) }
        }
        return text
    }

    /// Appends another line. O(its columns).
    public mutating func append(_ other: TerminalLine) {
        let column = codes.count
        for code in other.codes { codes.append(code.shifted(by: clusters.count)) }
        clusters += other.clusters
        other.forEachStyle(in: 0..<other.columns) { range, style in begin(style, at: column + range.lowerBound) }
    }

    /// Appends a glyph, or a line break, which is no part of a line that is drawn.
    mutating func append(_ code: GlyphCode, _ cluster: Character?, _ style: TerminalStyle) {
        begin(style, at: codes.count)
        if let cluster {
            codes.append(GlyphCode(cluster: clusters.count, columns: code.columns))
            clusters.append(cluster)
        } else {
            codes.append(code)
        }
        for _ in 0..<max(0, code.columns - 1) { codes.append(.further) }
    }

    /// The line itself if it has no more than a number of columns; otherwise its beginning, with `…` behind it.
    func truncated(to columns: Int) -> TerminalLine {
        guard self.columns > columns else { return self }
        guard columns > 0 else { return TerminalLine() }
        var line = prefix(columns - 1)
        forEachStyle(in: line.columns..<(line.columns + 1)) { line.append(.ellipsis, nil, $1) }
        return line
    }

    /// As much of the beginning as fits a number of columns.
    func prefix(_ columns: Int) -> TerminalLine { part(0..<glyphStart(atOrBefore: max(0, columns))) }

    /// The column at which the glyph in a column begins; the end of the line for any column behind it.
    func glyphStart(atOrBefore column: Int) -> Int {
        var start = min(column, codes.count)
        while start > 0, start < codes.count, codes[start] == .further { start -= 1 }
        return start
    }

    /// A part of the line, from the beginning of a glyph to that of another. O(its columns + log styles).
    func part(_ range: Range<Int>) -> TerminalLine {
        var part = TerminalLine()
        part.codes = Array(codes[range])
        if !clusters.isEmpty {
            for (column, code) in part.codes.enumerated() where code.isCluster {
                part.codes[column] = GlyphCode(cluster: part.clusters.count, columns: code.columns)
                part.clusters.append(clusters[code.index])
            }
        }
        forEachStyle(in: range) { styled, style in part.begin(style, at: styled.lowerBound - range.lowerBound) }
        return part
    }

    /// The style in a column. O(log styles).
    func style(at column: Int) -> TerminalStyle {
        let index = change(behind: column)
        return index == 0 ? style : changes[index - 1].style
    }

    /// The index of the first change of the style behind a column.
    private func change(behind column: Int) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].column <= column { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Calls a closure with each style of a part of the line, and where it stands. O(styles there + log styles).
    func forEachStyle(in range: Range<Int>, _ body: (Range<Int>, TerminalStyle) -> Void) {
        guard !range.isEmpty else { return }
        var low = change(behind: range.lowerBound)
        var start = range.lowerBound
        var style = low == 0 ? self.style : changes[low - 1].style
        while low < changes.count, changes[low].column < range.upperBound {
            body(start..<changes[low].column, style)
            (start, style) = (changes[low].column, changes[low].style)
            low += 1
        }
        body(start..<range.upperBound, style)
    }

    /// Appends text until there are so many columns. A line break is a space.
    private mutating func append(_ span: TerminalSpan, upTo columns: Int) {
        span.text.forEachGlyph { code, cluster in
            append(code.columns == 0 ? .space : code, cluster, span.style)
            return codes.count < columns
        }
    }

    /// Has the style begin at a column, behind which no other one begins.
    private mutating func begin(_ style: TerminalStyle, at column: Int) {
        if column == 0 {
            self.style = style
        } else if style != changes.last?.style ?? self.style {
            changes.append(StyleChange(column: column, style: style))
        }
    }
}

extension TerminalLine: ExpressibleByStringLiteral {
    /// Creates a line of plain text.
    public init(stringLiteral text: String) { self.init(text) }
}
