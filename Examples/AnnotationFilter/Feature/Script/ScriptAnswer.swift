import Foundation
import MillraceTerminal

/// What a script's question is answered with.
public enum ScriptAnswer: Equatable, Sendable {
    /// The visible annotations, for `show`.
    case annotations(in: Sheet, at: [Int])
    /// How many annotations are visible, for `count`.
    case count(Int)
    /// The filters of the selected group, for `filters`, and which filters are on.
    case filters([FilterChoice], active: Set<Filter>)

    /// The answer to `command` in `state`; nil where the command is no question.
    public init?(to command: ScriptCommand, in state: AnnotationFilterState) {
        switch command {
        case .show: self = .annotations(in: state.sheet, at: state.visible)
        case .count: self = .count(state.visible.count)
        case .filters: self = .filters(state.choices, active: state.query.active)
        case .group, .toggle, .search, .open, .clear, .undo, .redo: return nil
        }
    }
}

extension ScriptAnswer {
    /// The answer for people, a line for each annotation or filter.
    public var text: [String] {
        switch self {
        case .annotations(let sheet, let visible): visible.map { sheet.annotations[$0].line }
        case .count(let count): [String(count)]
        case .filters(let choices, let active):
            choices.map { choice in
                "[\(active.contains(choice.filter) ? "x" : " ")] \(choice.filter.value.oneLine)  \(choice.count)"
            }
        }
    }

    /// The answer for programs: one JSON object for each line that ``text`` has. Keys stand in alphabetical order;
    /// what an annotation lacks is left out.
    public func json() throws -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try records.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    }

    private var records: [any Encodable] {
        switch self {
        case .annotations(let sheet, let visible): visible.map { AnnotationRecord(sheet, at: $0) }
        case .count(let count): [["count": count]]
        case .filters(let choices, let active):
            choices.map { FilterRecord($0, isOn: active.contains($0.filter)) }
        }
    }
}

extension Annotation {
    /// The annotation on one line: page, kind, author, colour, status, text. Answers are indented and begin with `↳`.
    fileprivate var line: String {
        let indent = String(repeating: "  ", count: min(answer?.depth ?? 0, 8)) + (answer == nil ? "" : "↳ ")
        let fields = [
            "p. \(pageLabel)", kind, author ?? FilterGroup.author.nameOfMissing,
            color?.text ?? FilterGroup.color.nameOfMissing, status?.rawValue ?? FilterGroup.status.nameOfMissing,
        ]
        let mark = isMarked ? "✓ " : ""
        return indent + (fields + [mark + text]).map(\.oneLine).joined(separator: " | ")
    }
}

/// An annotation as JSON.
private struct AnnotationRecord: Encodable {
    var author: String?
    var color: String?
    var contents: String
    var created: String?
    var id: String
    var kind: String
    var marked: Bool
    var modified: String?
    /// Counted from 1, as in the filters.
    var page: Int
    var replyTo: String?
    var status: String?
    var subject: String?

    init(_ sheet: Sheet, at position: Int) {
        let annotation = sheet.annotations[position]
        author = annotation.author
        color = annotation.color?.text
        contents = annotation.text
        created = annotation.created.map { $0.components?.iso8601 ?? $0.text }
        id = annotation.id
        kind = annotation.kind
        marked = annotation.isMarked
        modified = annotation.modified.map { $0.components?.iso8601 ?? $0.text }
        page = annotation.page + 1
        replyTo = annotation.answer.map { sheet.annotations[$0.parent].id }
        status = annotation.status?.rawValue
        subject = annotation.subject
    }
}

/// A filter as JSON.
private struct FilterRecord: Encodable {
    var active: Bool
    var count: Int
    var filter: String
    var group: String

    init(_ choice: FilterChoice, isOn: Bool) {
        active = isOn
        count = choice.count
        filter = choice.filter.value
        group = choice.filter.group.rawValue
    }
}
