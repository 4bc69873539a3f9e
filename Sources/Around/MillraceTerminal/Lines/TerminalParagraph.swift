/// A styled text that is broken into lines, such as a post, a quotation, an item of a list or a block of code.
///
/// ```swift
/// let item = TerminalParagraph(["See ", TerminalSpan("the plan", .bold), " before Monday."], first: "• ")
/// let lines = item.lines(columns: 16)     // "• See the plan", "  before Monday."
/// ```
///
/// Lines break where the text does, and otherwise between words, wherever spans begin; blanks at such a break are left
/// out, and several blanks are one. Only a word that is too long for a line is broken, where the line is full. A text
/// that ends with line breaks ends with empty lines.
public struct TerminalParagraph: Equatable, Sendable {
    /// The text.
    public var spans: [TerminalSpan]
    /// The text before the first line, such as the mark of a list.
    public var first: TerminalLine
    /// The text before each further line, such as the bar of a quotation.
    public var others: TerminalLine
    /// Whether all blanks are kept, as in code: lines then break only where they are full, and tabs reach to the next
    /// column that four divides.
    public var keepsBlanks: Bool

    /// Creates a paragraph.
    ///
    /// - Parameters:
    ///   - spans: The text.
    ///   - first: The text before the first line. Of the text before lines, at most half the width is shown.
    ///   - others: The text before the further lines; by default as many blanks.
    ///   - keepsBlanks: Whether all blanks are kept, as in code.
    public init(
        _ spans: [TerminalSpan],
        first: TerminalLine = TerminalLine(),
        others: TerminalLine? = nil,
        keepsBlanks: Bool = false
    ) {
        (self.spans, self.first, self.keepsBlanks) = (spans, first, keepsBlanks)
        self.others = others ?? TerminalLine(String(repeating: " ", count: first.columns))
    }

    /// Returns the lines, of at most so many columns: at least one, but none in no columns. O(length).
    ///
    /// A glyph that is wider than a line is a line of its own.
    public func lines(columns: Int) -> [TerminalLine] {
        guard columns > 0 else { return [] }
        let (text, starts) = (joined, (first: first.prefix(columns / 2), others: others.prefix(columns / 2)))
        var (lines, position) = ([TerminalLine](), 0)
        repeat {
            let end = text.codes[position...].firstIndex(of: .lineBreak) ?? text.columns
            repeat {
                let start = lines.isEmpty ? starts.first : starts.others
                let lineEnd = lineEnd(from: position, to: end, columns: columns - start.columns, of: text)
                if start.columns == 0 {
                    lines.append(text.line(position..<lineEnd))
                } else {
                    var run = GlyphRun(start)
                    run.append(text, position..<lineEnd)
                    lines.append(run.line)
                }
                position = lineEnd
                if !keepsBlanks, position < end, text.codes[position] == .space { position += 1 }
            } while position < end
            position = end + 1
        } while position <= text.columns
        return lines
    }

    /// The end of the line that begins at a position of the text.
    private func lineEnd(from start: Int, to end: Int, columns: Int, of text: GlyphRun) -> Int {
        let full = start + columns
        guard full < end else { return end }
        if !keepsBlanks, let blank = text.codes[start...full].lastIndex(of: .space) { return blank }
        let glyph = text.glyphStart(atOrBefore: full)
        return glyph > start ? glyph : start + text.codes[start].columns
    }

    /// The whole text, with its line breaks, and with only those blanks that are shown unless a line breaks there.
    private var joined: GlyphRun {
        var (text, lineStart, pendingBlank) = (GlyphRun(), 0, TerminalStyle?.none)
        for span in spans {
            span.text.forEachGlyph { code, cluster in
                let isBlank = code == .space || code == .tab
                if code == .lineBreak {
                    text.append(code, nil, span.style)
                    (lineStart, pendingBlank) = (text.columns, nil)
                } else if isBlank, keepsBlanks {
                    let count = code == .tab ? 4 - (text.columns - lineStart) % 4 : 1
                    for _ in 0..<count { text.append(.space, nil, span.style) }
                } else if isBlank {
                    if text.columns > lineStart { pendingBlank = pendingBlank ?? span.style }
                } else {
                    if let style = pendingBlank { text.append(.space, nil, style) }
                    pendingBlank = nil
                    text.append(code, cluster, span.style)
                }
                return true
            }
        }
        return text
    }
}
