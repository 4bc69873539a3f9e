import Foundation

/// What somebody has done to an annotation, and what is not in the file yet.
///
/// In the file it becomes an element of its own, with the edit's name. Nothing of the file is rewritten.
public struct SheetEdit: Identifiable, Equatable, Codable, Sendable {
    /// What is done.
    public enum Change: Equatable, Codable, Sendable {
        /// A state is given, which replaces the one of the same model: "Accepted", "Marked".
        case state(StateModel, String)
        /// A reply is written.
        case reply(String)
    }

    /// The name that its element will have, which no other element has.
    public let id: String
    /// The name of the annotation that it is about.
    public let annotation: String
    /// What is done.
    public internal(set) var change: Change
    /// Who does it; empty if that is not known.
    public let author: String
    /// When it is done.
    public internal(set) var date: PDFDate
    /// The state that the file had when this one was given: who gives it, has seen that one.
    var seen: ReviewState?

    /// An edit, without what a file cannot hold: control characters, and blanks around its texts.
    public init(_ id: String, of annotation: String, _ change: Change, by author: String, at date: PDFDate) {
        (self.id, self.annotation, self.date) = (id, annotation, date)
        self.author = author.withoutControls.replacing("\n", with: " ").trimmingBlanks
        self.change = change.readable
    }

    /// The model of the state that is given; nil for a reply.
    var model: StateModel? { if case .state(let model, _) = change { model } else { nil } }

    /// The text of a reply; nil for a state.
    public var replyText: String? { if case .reply(let text) = change { text } else { nil } }
}

extension SheetEdit.Change {
    /// Sets a status; nil for none.
    public static func status(_ status: ReviewStatus?) -> Self { .state(.review, status?.rawValue ?? "None") }

    /// Sets the check mark, or takes it off.
    public static func mark(_ isMarked: Bool) -> Self { .state(.marked, isMarked ? "Marked" : "Unmarked") }

    /// The change as the reader will read it.
    var readable: Self {
        guard case .reply(let text) = self else { return self }
        return .reply(text.withoutControls.trimmingBlanks)
    }
}

/// The models of the states that PDF knows.
public enum StateModel: String, Codable, Sendable {
    /// What was decided about an annotation.
    case review
    /// Whether it has a check mark.
    case marked

    /// The state that is as if there was none.
    var nothing: String { self == .review ? "None" : "Unmarked" }
}

extension String {
    /// The text with `\n` for every line break, and without the characters that XML cannot hold.
    fileprivate var withoutControls: String {
        let text = replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return String(String.UnicodeScalarView(text.unicodeScalars.filter(\.isInXML)))
    }

    fileprivate var trimmingBlanks: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Unicode.Scalar {
    fileprivate var isInXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x20...0xFFFD: !(0x7F...0x9F).contains(value) || value == 0x85
        case 0x1_0000...: true
        default: false
        }
    }
}
