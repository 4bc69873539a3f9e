import Foundation
import MillraceTerminal

/// What a script's question is answered with.
public enum ScriptAnswer: Equatable, Sendable {
    /// The visible annotations, for `show`.
    case annotations(in: Sheet, at: [Int], columns: [Column])
    /// How many annotations are visible, for `count`.
    case count(Int)
    /// The filters of the selected group, for `filters`, and which filters are on.
    case filters([FilterChoice], active: Set<Filter>)
    /// What could not be taken from the file as it stands, for `notices`.
    case notices([Notice])
    /// What is measured, for `totals`.
    case totals(GroupedTotals)
    /// What differs from another version, for `compare`.
    case comparison(SheetComparison)
    /// The names of saved filters, for `sets`.
    case sets([String])
    /// All that there is to read of an annotation, for `read`.
    case details(in: Sheet, of: String)

    /// The answer to `command` in `state`; nil where the command is no question.
    ///
    /// - Parameters:
    ///   - sets: The names of saved filters.
    ///   - older: The sheet to compare with.
    public init?(
        to command: ScriptCommand,
        in state: AnnotationFilterState,
        sets: [String] = [],
        older: Sheet = .empty
    ) {
        switch command {
        case .show: self = .annotations(in: state.sheet, at: state.arranged, columns: state.arrangement.columns)
        case .count: self = .count(state.visible.count)
        case .filters: self = .filters(state.choices, active: state.query.active)
        case .totals: self = .totals(state.totals)
        case .sets: self = .sets(sets)
        case .compare: self = .comparison(SheetComparison(from: older, to: state.sheet))
        case .notices: self = .notices(state.sheet.notices)
        case .read(let name): self = .details(in: state.sheet, of: name)
        default: return nil
        }
    }
}

extension ScriptAnswer {
    /// The answer to a command that asks, worked out beside the caller. Where the task is cancelled, a
    /// `CancellationError` is thrown.
    @concurrent
    static func answer(
        to command: ScriptCommand,
        in state: AnnotationFilterState,
        sets: [String],
        older: Sheet
    ) async throws -> ScriptAnswer? {
        let answer = ScriptAnswer(to: command, in: state, sets: sets, older: older)
        try Task.checkCancellation()
        return answer
    }

    /// The answer for people, a line for each annotation or filter.
    public var text: [String] {
        switch self {
        case .annotations(let sheet, let visible, let columns):
            visible.map { sheet.annotations[$0].line(columns) }
        case .totals(let totals):
            totals.all.isEmpty
                ? ["Nothing that is visible is measured."]
                : totals.groups.map { "\($0.heading): \($0.totals)" } + ["Total: \(totals.all)"]
        case .comparison(let comparison): comparison.lines
        case .sets(let names): names.map(\.oneLine)
        case .notices(let notices): notices.map(\.description)
        case .details(let sheet, let name):
            SheetDetails(sheet).paragraphs(of: name).map { paragraph in
                let label = paragraph.label.isEmpty ? "" : "\(paragraph.label): "
                let indent = String(repeating: " ", count: paragraph.label.isEmpty ? paragraph.indentation : 0)
                let lines = paragraph.text.split(separator: "\n").map { String($0).oneLine }
                return "\(indent)\(label)\(lines.joined(separator: "\n"))"
            }
        case .count(let count): [String(count)]
        case .filters(let choices, let active):
            choices.map { choice in
                "[\(active.contains(choice.filter) ? "x" : " ")] \(choice.filter.value.oneLine)  \(choice.count)"
            }
        }
    }

    /// The lines of the answer, for people or for programs, worked out beside the caller. Where the task is cancelled, a
    /// `CancellationError` is thrown.
    @concurrent
    func lines(asJSON: Bool) async throws -> [String] {
        let lines = asJSON ? try json() : text
        try Task.checkCancellation()
        return lines
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
        case .annotations(let sheet, let visible, _): visible.map { AnnotationRecord(sheet, at: $0) }
        case .totals(let totals): TotalRecord.all(totals)
        case .comparison(let comparison): comparison.changes.map { ChangeRecord($0) }
        case .sets(let names): names.map { ["set": $0] }
        case .notices(let notices): notices.map { ["lines": $0.lines.map(String.init), "notice": [$0.description]] }
        case .details(let sheet, let name):
            sheet.annotations.indices.filter { sheet.annotations[$0].id == name }.map {
                AnnotationRecord(sheet, at: $0)
            }
        case .count(let count): [["count": count]]
        case .filters(let choices, let active):
            choices.map { choice in
                let (filter, isOn) = (choice.filter, active.contains(choice.filter))
                return FilterRecord(active: isOn, count: choice.count, filter: filter.value, group: filter.group)
            }
        }
    }
}

extension Annotation {
    /// The annotation on one line: page, kind, author, colour, status, text; or these columns. Answers are indented and
    /// begin with `↳`.
    fileprivate func line(_ columns: [Column]) -> String {
        let indent = String(repeating: "  ", count: min(answer?.depth ?? 0, 8)) + (answer == nil ? "" : "↳ ")
        if !columns.isEmpty { return indent + columns.map { $0.value(of: self).oneLine }.joined(separator: " | ") }
        let fields = [
            place.oneLine, kind, author ?? FilterGroup.author.nameOfMissing,
            color?.text ?? FilterGroup.color.nameOfMissing, status?.rawValue ?? FilterGroup.status.nameOfMissing,
        ]
        let mark = isMarked ? "(marked) " : ""
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
    var label: String?
    var layer: String?
    var marked: Bool
    var modified: String?
    /// Counted from 1, as in the filters.
    var page: Int
    var quantity: Double?
    /// What is measured: a length, an area, a volume or a count.
    var quantityKind: String?
    /// Why the quantity is not known.
    var quantityProblem: String?
    var replyTo: String?
    var sheet: String?
    var status: String?
    var subject: String?
    var unit: String?

    init(_ sheet: Sheet, at position: Int) {
        let annotation = sheet.annotations[position]
        author = annotation.author
        color = annotation.color?.text
        contents = annotation.text
        created = annotation.created.map { $0.components?.iso8601 ?? $0.text }
        id = annotation.id
        kind = annotation.kind
        label = annotation.label
        layer = annotation.layer
        marked = annotation.isMarked
        modified = annotation.modified.map { $0.components?.iso8601 ?? $0.text }
        page = annotation.page + 1
        replyTo = annotation.answer.map { sheet.annotations[$0.parent].id }
        self.sheet = annotation.sheet
        status = annotation.status?.rawValue
        subject = annotation.subject
        quantity = annotation.quantity?.value
        quantityKind = annotation.quantity?.kind.rawValue
        quantityProblem = annotation.quantity?.problem?.description
        unit = annotation.quantity.flatMap { quantity in quantity.unit.isEmpty ? nil : quantity.unit }
    }
}

/// A change as JSON.
private struct ChangeRecord: Encodable {
    var change: String
    var columns: [String: [String]]?
    var id: String

    init(_ change: SheetComparison.Change) {
        self.change = change.kind.rawValue
        id = change.annotation.id
        if !change.columns.isEmpty {
            columns = Dictionary(uniqueKeysWithValues: change.columns.map { ($0.rawValue, $1) })
        }
    }
}

/// A sum as JSON, or how many are not known. Without a group it is over all.
private struct TotalRecord: Encodable {
    var annotations: Int
    var group: String?
    var kind: String
    var total: Double?
    var unit: String?

    static func all(_ totals: GroupedTotals) -> [TotalRecord] {
        totals.groups.reduce([]) { $0 + all($1.totals, $1.heading) } + all(totals.all, nil)
    }

    private static func all(_ totals: Totals, _ group: String?) -> [TotalRecord] {
        let sums = totals.sums.map { sum in
            TotalRecord(
                annotations: sum.annotations,
                group: group,
                kind: sum.kind.rawValue,
                total: sum.value,
                unit: sum.unit.isEmpty ? nil : sum.unit
            )
        }
        let unknown = TotalRecord(annotations: totals.unknown, group: group, kind: "unknown")
        return sums + (totals.unknown == 0 ? [] : [unknown])
    }
}

/// A filter as JSON.
private struct FilterRecord: Encodable {
    var active: Bool
    var count: Int
    var filter: String
    var group: FilterGroup
}
