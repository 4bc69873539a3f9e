import MillraceTerminal

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
    public var page = 0
    /// When it was made.
    public var created: PDFDate?
    /// When it was last changed.
    public var modified: PDFDate?
    /// Its plain text; empty where it has none. Lines are separated by `\n`.
    public var contents = ""
    /// The text of its rich contents without their styles, one line a paragraph; empty where it has none.
    public var richContents = ""
    /// Its place among the annotations that answer each other; nil where it answers nothing.
    public var answer: Answer?
    /// What the reviewers decided about it; nil where nobody did, or the last word was "None".
    public var status: ReviewStatus?
    /// Whether it carries a check mark (the `Marked` model).
    public var isMarked = false
    /// What it measures; nil where it is no measured mark-up.
    public var quantity: Quantity?
    /// The name of the sheet that it stands on, where several are open; nil where one is.
    public var sheet: String?

    /// How an annotation hangs below another.
    public struct Answer: Equatable, Codable, Sendable {
        /// What an annotation is to the one above it.
        public enum Relation: String, Codable, Sendable {
            /// It says something about it.
            case reply
            /// It is one thing with it, as a caret is with the words struck out beside it.
            case groupMember
        }

        /// The position, in its thread, of the one that it hangs below. Always less than its own; 0 is the start.
        public var parent: Int
        /// How deep it hangs: 1 for what answers the start of a thread.
        public var depth = 1
        /// Whether it is a reply or part of a group.
        public var relation = Relation.reply
    }
}

extension Annotation {
    /// What there is to read: the plain contents, or the rich ones where there are no plain ones.
    public var text: String { contents.isEmpty ? richContents : contents }

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

    /// The page with the sheet that it belongs to, where several are open: `p. 3, plan.xfdf`.
    var place: String { "p. \(pageLabel)\(sheet.map { ", \($0)" } ?? "")" }

    /// What a search looks into: what its row shows, as it shows it, then its subject, its label and its outcome.
    var searchable: String {
        let heading = author.map { "\($0), \(kindName)" } ?? kindName
        var words = "\(heading): \(text.isEmpty ? subject ?? "" : text)".oneLine
        func add(_ other: String?) { if let other { words += " \(other.oneLine)" } }
        add(text.isEmpty ? nil : subject)
        add(label)
        add(status?.rawValue)
        add(isMarked ? "marked" : nil)
        return words
    }
}
