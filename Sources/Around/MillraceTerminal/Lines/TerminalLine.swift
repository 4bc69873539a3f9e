/// One line of styled text, made once: drawing it only copies it.
///
/// ```swift
/// let line = TerminalLine([TerminalSpan("Kim", .bold), ": see you there"])
/// canvas.draw(line, row: 0, column: 0)
/// ```
///
/// Its characters are those of a ``TerminalText``: a line break is a space, and nothing can control the terminal. It
/// is one block of memory, with a byte a column where all are characters of ASCII and else four, and 16 wherever the style
/// changes. To break a text into lines, use a ``TerminalParagraph``.
public struct TerminalLine: Equatable, Sendable {
    /// The contents of its columns; nil if it has none.
    private let memory: LineMemory?

    init(_ memory: LineMemory?) { self.memory = memory }

    /// Creates a line of text in one style. O(length).
    public init(_ text: String = "", style: TerminalStyle = .plain) {
        self.init(text, style, upTo: .max)
    }

    /// Creates a line of several spans. O(length).
    public init(_ spans: [TerminalSpan]) {
        var run = GlyphRun()
        for span in spans { run.append(span, upTo: .max) }
        self = run.line
    }

    /// Creates a line that ends with `…` if the text is longer than a number of columns. O(columns).
    init(_ text: String, style: TerminalStyle = .plain, truncatedTo columns: Int) {
        self.init(text, style, upTo: columns < .max ? max(0, columns) + 1 : .max)
        self = truncated(to: columns)
    }

    private init(_ text: String, _ style: TerminalStyle, upTo columns: Int) {
        if let memory = LineMemory(ascii: text, style, upTo: columns) {
            self.memory = memory
        } else {
            var run = GlyphRun()
            run.append(TerminalSpan(text, style), upTo: columns)
            self = run.line
        }
    }

    /// The number of columns. O(1).
    public var columns: Int { memory?.columns ?? 0 }

    /// The text, without its styles. O(columns).
    public var text: String {
        var text = ""
        for column in 0..<columns {
            let code = code(at: column)
            if code == .further { continue }
            if code.isCluster { text.append(clusters[code.index]) } else { text.unicodeScalars.append(code.scalar) }
        }
        return text
    }

    /// Appends another line. O(columns of both).
    public mutating func append(_ other: TerminalLine) {
        var run = GlyphRun(self)
        run.append(other)
        self = run.line
    }

    /// The glyphs of several scalars, in their order.
    var clusters: [Character] { memory?.clusters ?? [] }

    /// The code of a column, which must exist.
    func code(at column: Int) -> GlyphCode { memory?.code(at: column) ?? .space }

    /// Copies characters of ASCII from a part, which must exist, up to the first other glyph. Returns how many there are.
    func copyASCII(_ range: Range<Int>, to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        memory?.copyASCII(range, to: bytes) ?? 0
    }

    /// The line itself if it has no more than a number of columns; otherwise its beginning, with `…` behind it.
    func truncated(to columns: Int) -> TerminalLine {
        guard self.columns > columns else { return self }
        guard columns > 0 else { return TerminalLine() }
        var run = beginning(columns - 1)
        run.append(.ellipsis, nil, style(at: run.columns))
        return run.line
    }

    /// As much of the beginning as fits a number of columns.
    func prefix(_ columns: Int) -> TerminalLine {
        columns < self.columns ? beginning(columns).line : self
    }

    /// As much of the beginning as fits a number of columns, of which there are more. O(columns), however long the line.
    private func beginning(_ columns: Int) -> GlyphRun {
        var end = max(0, columns)
        while end > 0, code(at: end) == .further { end -= 1 }
        return GlyphRun(self, upTo: end)
    }

    /// The style in a column. O(log styles).
    func style(at column: Int) -> TerminalStyle {
        guard let memory else { return .plain }
        return memory.withChanges { $0.style(at: column, from: memory.style) }
    }

    /// Calls a closure with each style of a part of the line, and where it stands. O(styles there + log styles).
    func forEachStyle(in range: Range<Int>, _ body: (Range<Int>, TerminalStyle) -> Void) {
        guard let memory else { return }
        memory.withChanges { $0.forEachStyle(in: range, from: memory.style, body) }
    }
}

extension TerminalLine: ExpressibleByStringLiteral {
    /// Creates a line of plain text.
    public init(stringLiteral text: String) { self.init(text) }
}
