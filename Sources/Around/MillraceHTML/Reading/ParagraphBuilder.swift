/// Makes paragraphs of pieces of text. Blanks and line breaks between words become one blank, but for preformatted
/// text; there are none at the ends.
struct ParagraphBuilder {
    private var done: [RichText.Paragraph] = []
    private var current = RichText.Paragraph()
    /// The text of the span that is not finished, and its style.
    private var run: [UInt8] = []
    private var style = RichText.Style()
    /// The breaks before the next text.
    private var breaks = 0
    /// The style of the blank before the next text; nil if there is none.
    private var blank: RichText.Style?

    /// Whether an item has begun and has no text yet.
    private var isItemNew = false

    private var isEmpty: Bool { run.isEmpty && current.spans.isEmpty }

    /// Returns all paragraphs that have a text.
    mutating func finished() -> [RichText.Paragraph] {
        finish()
        return done
    }

    /// Begins a paragraph, if there is text in the one before.
    ///
    /// - Parameter behind: Whether it is behind an item, so that no bullet stands before it.
    mutating func begin(_ kind: RichText.Paragraph.Kind, quotations: Int, lists: Int, behind isBehindItem: Bool = false)
    {
        // A paragraph within an item that has no text yet is the item's.
        let isOfItem = isItemNew && isEmpty && kind == .text && !isBehindItem
        finish()
        if !isOfItem { (current.kind, isItemNew) = (kind, kind.isItem) }
        (current.quotations, current.lists) = (quotations, lists)
    }

    /// Breaks the line before the next text. Two such breaks make a paragraph.
    mutating func breakLine() { if !isEmpty { breaks += 1 } }

    /// Adds text.
    mutating func append(_ text: ArraySlice<UInt8>, _ style: RichText.Style, isPreformatted: Bool) {
        var rest = text
        while let first = rest.first {
            if isPreformatted ? first == .newline || first == .carriageReturn : first.isSpace {
                if !isPreformatted { blank = blank ?? style } else if first == .newline { breakLine() }
                rest = rest.dropFirst()
            } else {
                let end = rest.firstIndex { isPreformatted ? $0 == .newline || $0 == .carriageReturn : $0.isSpace }
                put(rest[..<(end ?? rest.endIndex)], style)
                rest = rest[(end ?? rest.endIndex)...]
            }
        }
    }

    private mutating func put(_ text: ArraySlice<UInt8>, _ style: RichText.Style) {
        if breaks > 1, current.kind != .code {
            finish()
            if current.kind.isItem { current.kind = .text }
        }
        if breaks > 0 {
            run += Array(repeating: .newline, count: breaks)
        } else if let blank, !isEmpty {
            append([.blank], blank)
        }
        (breaks, blank) = (0, nil)
        append(text, style)
    }

    private mutating func append(_ text: ArraySlice<UInt8>, _ style: RichText.Style) {
        if style != self.style { finishSpan() }
        self.style = style
        run += text
    }

    private mutating func finishSpan() {
        if !run.isEmpty {
            current.spans.append(RichText.Span(String(decoding: run, as: UTF8.self), style))
        }
        run = []
    }

    /// Ends the paragraph, if there is text in it. The next one is alike.
    private mutating func finish() {
        finishSpan()
        (breaks, blank) = (0, nil)
        guard !current.spans.isEmpty else { return }
        done.append(current)
        isItemNew = false
        current.spans = []
    }
}

extension UInt8 {
    fileprivate static let newline = UInt8(ascii: "\n"), carriageReturn = UInt8(ascii: "\r"), blank = UInt8(ascii: " ")
}
