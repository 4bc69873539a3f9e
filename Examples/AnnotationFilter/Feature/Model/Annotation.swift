import MillraceTerminal

/// One mark-up on a sheet: a row of its own, whether it starts a thread or answers another.
///
/// What a review tool stores as further annotations only to say "accepted" or "marked" is no `Annotation`: it
/// has become the ``status`` or the mark of the annotation that it speaks of.
///
/// Its copies share one block: a sheet, the views of it, and the states before are many lists of the same annotations.
public struct Annotation: Sendable, Identifiable {
    private struct Fields: Equatable, Codable, Sendable {
        var id: String
        var kind: String
        var author: String?
        var subject: String?
        var color: AnnotationColor?
        var layer: String?
        var label: String?
        var page: Int
        var created: PDFDate?
        var modified: PDFDate?
        var contents: String
        var richContents: String
        var answer: Answer?
        var status: ReviewStatus?
        var isMarked: Bool
        /// One, or none: most annotations have none, and spare its room.
        var quantities: [Quantity]
        var sheet: String?

        var text: String { contents.isEmpty ? richContents : contents }
        var kindName: String { Annotation.kindNames[kind] ?? kind }
        var heading: String { author.map { "\($0), \(kindName)" } ?? kindName }

        /// What a search looks into: what its row shows, as it shows it, then its subject, its label and its outcome.
        var searchable: String {
            let others = [text.isEmpty ? nil : subject, label, status?.rawValue, isMarked ? "marked" : nil]
            let rest = others.compactMap(\.self).joined(separator: " ")
            let row = "\(heading): \(text.isEmpty ? subject ?? "" : text)".oneLine
            return rest.isEmpty ? row : "\(row) \(rest.oneLine)"
        }
    }

    private final class Block: Sendable {
        let fields: Fields
        let folded: String

        init(_ fields: Fields) {
            self.fields = fields
            folded = fields.searchable.foldedForSearch
        }
    }

    private var block: Block

    private var fields: Fields {
        _read { yield block.fields }
        set { block = Block(newValue) }
    }

    /// What a search looks into, without what it does not care for.
    var folded: String { block.folded }

    /// Names the annotation within its sheet, uniquely: the file's own name for it, unless that is missing or taken.
    public var id: String {
        get { fields.id }
        set { fields.id = newValue }
    }
    /// The name of its element in the file: `highlight`, `freetext`, `stamp`, whatever it is.
    public var kind: String {
        get { fields.kind }
        set { fields.kind = newValue }
    }
    /// Who made it. In XFDF this is the attribute `title`.
    public var author: String? {
        get { fields.author }
        set { fields.author = newValue }
    }
    /// What its tool calls it, for example "Cloud+" or "Sticky Note".
    public var subject: String? {
        get { fields.subject }
        set { fields.subject = newValue }
    }
    /// Its colour, as written in the file.
    public var color: AnnotationColor? {
        get { fields.color }
        set { fields.color = newValue }
    }
    /// The layer of the drawing that it stands on, where its tool says so.
    public var layer: String? {
        get { fields.layer }
        set { fields.layer = newValue }
    }
    /// What its tool labels it with, for example the name of a take-off item.
    public var label: String? {
        get { fields.label }
        set { fields.label = newValue }
    }
    /// Its page, counted from 0 as in the file. People are shown ``pageLabel``.
    public var page: Int {
        get { fields.page }
        set { fields.page = newValue }
    }
    /// When it was made.
    public var created: PDFDate? {
        get { fields.created }
        set { fields.created = newValue }
    }
    /// When it was last changed.
    public var modified: PDFDate? {
        get { fields.modified }
        set { fields.modified = newValue }
    }
    /// Its plain text; empty where it has none. Lines are separated by `\n`.
    public var contents: String {
        get { fields.contents }
        set { fields.contents = newValue }
    }
    /// The text of its rich contents without their styles, one line a paragraph; empty where it has none.
    public var richContents: String {
        get { fields.richContents }
        set { fields.richContents = newValue }
    }
    /// Its place among the annotations that answer each other; nil where it answers nothing.
    public var answer: Answer? {
        get { fields.answer }
        set { fields.answer = newValue }
    }
    /// What the reviewers decided about it; nil where nobody did, or the last word was "None".
    public var status: ReviewStatus? {
        get { fields.status }
        set { fields.status = newValue }
    }
    /// Whether it carries a check mark (the `Marked` model).
    public var isMarked: Bool {
        get { fields.isMarked }
        set { fields.isMarked = newValue }
    }

    /// What it measures; nil where it is no measured mark-up.
    public var quantity: Quantity? {
        get { fields.quantities.first }
        set { fields.quantities = newValue.map { [$0] } ?? [] }
    }

    /// The name of the sheet that it stands on, where several are open; nil where one is.
    public var sheet: String? {
        get { fields.sheet }
        set { fields.sheet = newValue }
    }

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
        isMarked: Bool = false,
        quantity: Quantity? = nil,
        sheet: String? = nil
    ) {
        block = Block(
            Fields(
                id: id,
                kind: kind,
                author: author,
                subject: subject,
                color: color,
                layer: layer,
                label: label,
                page: page,
                created: created,
                modified: modified,
                contents: contents,
                richContents: richContents,
                answer: answer,
                status: status,
                isMarked: isMarked,
                quantities: quantity.map { [$0] } ?? [],
                sheet: sheet
            )
        )
    }

    /// What there is to read: the plain contents, or the rich ones where there are no plain ones.
    public var text: String { fields.text }

    /// Who made it and what it is: what its row says before its text.
    var heading: String { fields.heading }

    /// What its kind is called, where the file's own word is no word that people use.
    public var kindName: String { fields.kindName }

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

    /// The page with the sheet that it belongs to, where several are open: `p. 3, plan.xfdf`.
    var place: String { "p. \(pageLabel)\(sheet.map { ", \($0)" } ?? "")" }
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

extension Annotation: Equatable {
    /// Two copies of one annotation are equal at once.
    public static func == (left: Annotation, right: Annotation) -> Bool {
        left.block === right.block || left.fields == right.fields
    }
}

extension Annotation: Codable {
    /// Reads the fields.
    public init(from decoder: any Decoder) throws { block = Block(try Fields(from: decoder)) }

    /// Writes the fields.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension Annotation: CustomReflectable {
    /// The fields, not the block that holds them.
    public var customMirror: Mirror {
        Mirror(self, children: Mirror(reflecting: fields).children.map { ($0.label, $0.value) }, displayStyle: .struct)
    }
}
