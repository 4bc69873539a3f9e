import MillraceHTML

/// A text of which some parts are emphasised: a row of a room in one piece.
struct FormattedText: Equatable, Sendable {
    /// How a part is emphasised.
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let strong = Marks(rawValue: 1)
        static let code = Marks(rawValue: 2)
        static let struck = Marks(rawValue: 4)
        static let quoted = Marks(rawValue: 8)
    }

    /// A part of the text, all of it emphasised alike.
    struct Part: Equatable, Sendable {
        var text: String
        var marks: Marks = []
    }

    /// The parts, in order. None is empty.
    private(set) var parts: [Part] = []

    /// The text without its marks.
    var text: String { parts.map(\.text).joined() }

    /// Creates a text of parts.
    init(_ parts: [Part]) { for part in parts { append(part) } }

    /// Reads the HTML that a message may have beside its plain text: a line for each paragraph, without the quotation of
    /// an answered message, of which the row has a line of its own. O(length).
    init(html: String) {
        for paragraph in RichText(html: html, rules: .message).paragraphs {
            if !parts.isEmpty { append(Part(text: "\n")) }
            append(Part(text: paragraph.beginning))
            for span in paragraph.spans {
                append(Part(text: span.text, marks: Marks(span.style.marks, in: paragraph.kind)))
            }
        }
    }

    private mutating func append(_ part: Part) {
        if part.text.isEmpty { return }
        if let last = parts.last, last.marks == part.marks {
            parts[parts.count - 1].text += part.text
        } else {
            parts.append(part)
        }
    }
}

extension FormattedText.Marks {
    /// The marks of a text in a kind of paragraph.
    fileprivate init(_ marks: RichText.Marks, in kind: RichText.Paragraph.Kind) {
        self = []
        if kind == .heading || !marks.isDisjoint(with: [.strong, .emphasis]) { insert(.strong) }
        if kind == .code || marks.contains(.code) { insert(.code) }
        if marks.contains(.struck) { insert(.struck) }
    }
}

extension RichText.Paragraph {
    /// The signs of the quotations and the item in which it stands.
    fileprivate var beginning: String {
        let item = if case .item(let sign) = kind { "\(sign) " } else { "" }
        return String(repeating: "> ", count: min(quotations, 4)) + item
    }
}

extension HTMLRules {
    /// Those of Matrix, where an answer may begin with what it answers.
    fileprivate static let message = {
        var rules = HTMLRules()
        rules.hiddenElements.insert("mx-reply")
        return rules
    }()
}
