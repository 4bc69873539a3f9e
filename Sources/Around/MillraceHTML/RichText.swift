/// A text of paragraphs, some parts of which are marked, such as mentions and links: the HTML of posts, messages and
/// feeds.
///
/// ```swift
/// let text = RichText(html: "<p>See <b>you</b> at the <a href=\"https://mill.example\">mill</a></p>")
/// text.text                                   // "See you at the mill"
/// text.paragraphs[0].spans[1].style.marks     // .strong
/// ```
///
/// A value, made once and on any thread. How it looks is the app's affair: a `TerminalParagraph`, an attributed text.
public struct RichText: Hashable, Sendable {
    /// The paragraphs, from top to bottom.
    public var paragraphs: [Paragraph]

    /// Creates a text of paragraphs.
    public init(_ paragraphs: [Paragraph] = []) { self.paragraphs = paragraphs }

    /// The text without its marks: a line for each paragraph.
    public var text: String { paragraphs.map(\.text).joined(separator: "\n") }

    /// How the text begins, in one line of at most 300 characters or a few more; nil if there is none.
    public var excerpt: String? {
        var scalars = String.UnicodeScalarView()
        for span in paragraphs.lazy.flatMap({ $0.spans + [Span("\n")] }) where scalars.count < 300 {
            scalars += span.text.unicodeScalars.prefix(300).map { $0 == "\n" ? " " : $0 }
        }
        return scalars.isEmpty ? nil : String(scalars.dropLast())
    }
}

extension RichText {
    /// A paragraph, an item of a list, or a block of code.
    public struct Paragraph: Hashable, Sendable {
        /// The kind of a paragraph.
        public enum Kind: Hashable, Sendable {
            /// Some text.
            case text
            /// A heading of any level.
            case heading
            /// Preformatted text, with its blanks and line breaks.
            case code
            /// An item of a list, with its bullet or number: `•`, `2.`.
            case item(String)

            /// Whether it is an item of a list.
            public var isItem: Bool { if case .item = self { true } else { false } }
        }

        /// Its kind.
        public var kind = Kind.text
        /// In how many quotations it stands.
        public var quotations = 0
        /// In how many lists it stands.
        public var lists = 0
        /// The parts, in order. None that is read is empty, and two neighbours differ in their styles. Line breaks are `\n`.
        public var spans: [Span] = []

        /// Creates a paragraph of text.
        public init(_ spans: [Span] = []) { self.spans = spans }

        /// The text without its marks.
        public var text: String { spans.map(\.text).joined() }
    }

    /// A part of a paragraph, all of it in one style.
    public struct Span: Hashable, Sendable {
        /// The text. It may have line breaks.
        public var text: String
        /// How it is marked, and where it leads.
        public var style: Style

        /// Creates a part, by default one without a mark.
        public init(_ text: String, _ style: Style = Style()) { (self.text, self.style) = (text, style) }
    }

    /// How a text is marked, and where it leads.
    public struct Style: Hashable, Sendable {
        /// The marks.
        public var marks: Marks = []
        /// Where it leads; nil if it leads nowhere.
        public var link: Link?

        /// Creates a style, by default one without a mark.
        public init(marks: Marks = [], link: Link? = nil) { (self.marks, self.link) = (marks, link) }
    }

    /// How a text is marked.
    public struct Marks: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates marks of bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Of great importance, as `<strong>` and `<b>`.
        public static let strong = Marks(rawValue: 1)
        /// Emphasised, as `<em>` and `<i>`.
        public static let emphasis = Marks(rawValue: 2)
        /// Code within a line.
        public static let code = Marks(rawValue: 4)
        /// No longer true, as `<del>`.
        public static let struck = Marks(rawValue: 8)
    }

    /// The target of a text.
    public struct Link: Hashable, Sendable {
        /// The kind of a link's target, as the servers of the fediverse mark it.
        public enum Kind: Hashable, Sendable {
            /// Any page.
            case page
            /// A person: the link has the class `mention`.
            case mention
            /// All posts about something: the link has the class `hashtag`, or the relation `tag`.
            case tag
        }

        /// The kind of its target.
        public let kind: Kind
        /// The address, as it is written. Anybody may have written it.
        public let address: String

        /// Creates a link.
        public init(_ kind: Kind, to address: String) { (self.kind, self.address) = (kind, address) }
    }
}
