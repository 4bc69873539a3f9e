/// Columns that are being put together: a line before it is kept, or a text before it is broken into lines.
struct GlyphRun {
    /// The code of each column.
    private(set) var codes: [GlyphCode] = []
    /// The glyphs of several scalars, in their order.
    private(set) var clusters: [Character] = []
    /// The style of the first column.
    private var style = TerminalStyle()
    private var changes: [StyleChange] = []

    init() {}

    init(_ line: TerminalLine) { self.init(line, upTo: line.columns) }

    /// The beginning of a line, up to the beginning of a glyph. O(its columns).
    init(_ line: TerminalLine, upTo end: Int) { append(line, upTo: end) }

    /// The number of columns.
    var columns: Int { codes.count }

    /// The columns as a line, which has no line breaks.
    var line: TerminalLine { TerminalLine(LineMemory(codes[...], clusters, style, changes[...])) }

    /// A part as a line, from the beginning of a glyph to that of another. O(its columns + log styles).
    func line(_ range: Range<Int>) -> TerminalLine {
        guard clusters.isEmpty, !range.isEmpty else {
            var part = GlyphRun()
            part.append(self, range)
            return part.line
        }
        let first = changes.style(at: range.lowerBound, from: style)
        let inner = changes.firstIndex(behind: range.lowerBound)..<changes.firstIndex(behind: range.upperBound - 1)
        return TerminalLine(LineMemory(codes[range], [], first, changes[inner]))
    }

    /// Appends text until there are so many columns. A line break is a space.
    mutating func append(_ span: TerminalSpan, upTo columns: Int) {
        span.text.forEachGlyph { code, cluster in
            append(code.columns == 0 ? .space : code, cluster, span.style)
            return codes.count < columns
        }
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

    /// Appends a line. O(its columns).
    mutating func append(_ line: TerminalLine) { append(line, upTo: line.columns) }

    private mutating func append(_ line: TerminalLine, upTo end: Int) {
        let (column, base) = (codes.count, clusters.count)
        let added = line.clusters
        for index in 0..<end {
            let code = line.code(at: index)
            codes.append(code.shifted(by: base))
            if code.isCluster { clusters.append(added[code.index]) }
        }
        line.forEachStyle(in: 0..<end) { begin($1, at: column + $0.lowerBound) }
    }

    /// Appends a part of another run, from the beginning of a glyph to that of another. O(its columns + log styles).
    mutating func append(_ other: GlyphRun, _ range: Range<Int>) {
        let column = codes.count
        for code in other.codes[range] {
            if code.isCluster {
                codes.append(GlyphCode(cluster: clusters.count, columns: code.columns))
                clusters.append(other.clusters[code.index])
            } else {
                codes.append(code)
            }
        }
        other.changes.forEachStyle(in: range, from: other.style) { part, style in
            begin(style, at: column + part.lowerBound - range.lowerBound)
        }
    }

    /// The column at which the glyph in a column begins; the end for any column behind it.
    func glyphStart(atOrBefore column: Int) -> Int {
        var start = min(column, codes.count)
        while start > 0, start < codes.count, codes[start] == .further { start -= 1 }
        return start
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
