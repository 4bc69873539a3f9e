/// One mark-up on a sheet: a row of its own, whether it starts a thread or answers another.
///
/// What a review tool stores as further annotations only to say "accepted" or "marked" is no `Annotation`: it
/// has become the ``status`` or the mark of the annotation that it speaks of.
public struct Annotation: Equatable, Codable, Sendable, Identifiable {
    /// Names the annotation within its sheet, uniquely: the file's own name for it, unless that is missing or taken.
    public var id: String
    /// The name of its element in the file: `highlight`, `freetext`, `stamp`, whatever it is.
    public var kind: String
    /// Who made it. In XFDF this is the attribute `title`.
    public var author: String?
    /// What its tool calls it, for example "Cloud+" or "Sticky Note".
    public var subject: String?
    /// Its colour, as written in the file.
    public var color: AnnotationColor?
    /// The layer of the drawing that it stands on, where its tool says so.
    public var layer: String?
    /// What its tool labels it with, for example the name of a take-off item.
    public var label: String?
    /// Its page, counted from 0 as in the file. People are shown ``pageLabel``.
    public var page: Int
    /// When it was made.
    public var created: PDFDate?
    /// When it was last changed.
    public var modified: PDFDate?
    /// Its plain text; empty where it has none. Lines are separated by `\n`.
    public var contents: String
    /// The text of its rich contents without their styles, one line a paragraph; empty where it has none.
    public var richContents: String
    /// Its place among the annotations that answer each other; nil where it answers nothing.
    public var answer: Answer?
    /// What the reviewers decided about it; nil where nobody did, or the last word was "None".
    public var status: ReviewStatus?
    /// Whether it carries a check mark (the `Marked` model).
    public var isMarked: Bool

    /// Makes an annotation. Everything but its identity and kind may be left out.
    public init(
        id: String,
        kind: String,
        author: String? = nil,
        subject: String? = nil,
        color: AnnotationColor? = nil,
        layer: String? = nil,
        label: String? = nil,
        page: Int = 0,
        created: PDFDate? = nil,
        modified: PDFDate? = nil,
        contents: String = "",
        richContents: String = "",
        answer: Answer? = nil,
        status: ReviewStatus? = nil,
        isMarked: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.author = author
        self.subject = subject
        self.color = color
        self.layer = layer
        self.label = label
        self.page = page
        self.created = created
        self.modified = modified
        self.contents = contents
        self.richContents = richContents
        self.answer = answer
        self.status = status
        self.isMarked = isMarked
    }

    /// What there is to read: the plain contents, or the rich ones where there are no plain ones.
    public var text: String { contents.isEmpty ? richContents : contents }

    /// Who made it and what it is: what its row says before its text.
    var heading: String { [author, kindName].compactMap(\.self).joined(separator: ", ") }

    /// What its kind is called, where the file's own word is no word that people use.
    public var kindName: String { Self.kindNames[kind] ?? kind }

    /// The names of kinds whose word in the file says little.
    static let kindNames = [
        "fileattachment": "attached file", "freetext": "text box", "redact": "redaction", "squiggly": "wavy underline",
        "strikeout": "strike-out",
    ]

    /// When it was last changed, or else made.
    var date: PDFDate? { modified ?? created }

    /// The pages that a file can name, counted from 0.
    static let pages = 0..<Int(Int32.max)

    /// The page as people count: the first page is 1.
    public var pageLabel: String { String(page + 1) }
}

extension Annotation {
    /// How an annotation hangs below another.
    public struct Answer: Equatable, Codable, Sendable {
        /// What an annotation is to the one above it.
        public enum Relation: String, Codable, Sendable {
            /// It says something about it.
            case reply
            /// It is one thing with it, as a caret is with the words struck out beside it.
            case groupMember
        }

        /// The position, in the sheet's annotations, of the one that it hangs below. Always less than its own.
        public var parent: Int
        /// How deep it hangs: 1 for what answers the start of a thread.
        public var depth: Int
        /// Whether it is a reply or part of a group.
        public var relation: Relation

        /// Places an annotation below the one at `parent`.
        public init(parent: Int, depth: Int = 1, relation: Relation = .reply) {
            self.parent = parent
            self.depth = depth
            self.relation = relation
        }
    }
}
