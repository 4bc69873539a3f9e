/// A text of paragraphs, some parts of which are marked, such as mentions and links.
struct RichText: Hashable, Sendable {
    var paragraphs: [Paragraph] = []

    /// The text without its marks: a line for each paragraph.
    var text: String { paragraphs.map(\.text).joined(separator: "\n") }
}

/// A paragraph, an item of a list, or a block of code.
struct Paragraph: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case text, heading, code
        /// An item of a list, with its bullet or number.
        case item(String)

        var isItem: Bool { if case .item = self { true } else { false } }
    }

    var kind = Kind.text
    /// In how many quotations it stands.
    var quotations = 0
    /// In how many lists it stands.
    var lists = 0
    /// The parts, in order. None is empty, and two neighbours differ in their marks. Line breaks are `\n`.
    var spans: [TextSpan] = []

    /// The text without its marks.
    var text: String { spans.map(\.text).joined() }
}

/// A part of a paragraph, all of it marked alike.
struct TextSpan: Hashable, Sendable {
    struct Marks: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let strong = Marks(rawValue: 1)
        static let emphasis = Marks(rawValue: 2)
        static let code = Marks(rawValue: 4)
        static let struck = Marks(rawValue: 8)
    }

    /// What a part leads to.
    enum Link: Hashable, Sendable {
        case mention, tag, page
    }

    /// How a text is marked, and where it leads.
    struct Style: Hashable, Sendable {
        var marks: Marks = []
        var link: Link?
    }

    var text: String
    var style = Style()
}
