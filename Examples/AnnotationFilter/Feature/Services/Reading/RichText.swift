/// Flattens rich contents, a piece of XHTML, to plain text as it is read: styles are dropped, each paragraph becomes
/// a line, blanks collapse as they do in XHTML. It keeps no stack, so any depth of nesting will do.
struct RichText {
    private var lines: [String] = []
    private var line = ""
    private var wantsBlank = false

    /// The text so far, one line a paragraph.
    var text: String {
        (line.isEmpty ? lines : lines + [line]).joined(separator: "\n")
    }

    mutating func open(_ name: String) {
        if name == "br" || Self.blocks.contains(name) { breakLine() }
    }

    mutating func close(_ name: String) {
        if Self.blocks.contains(name) { breakLine() }
    }

    mutating func append(_ text: String) {
        for character in text {
            if character.isWhitespace, character != "\u{A0}" {
                wantsBlank = !line.isEmpty
            } else {
                if wantsBlank { line.append(" ") }
                wantsBlank = false
                line.append(character)
            }
        }
    }

    private mutating func breakLine() {
        if !line.isEmpty { lines.append(line) }
        line = ""
        wantsBlank = false
    }

    private static let blocks: Set = [
        "body", "p", "div", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "pre", "blockquote",
    ]
}
