import Foundation
import MillraceTerminal

/// What a script's question is answered with: lines for people, or for programs. It is worked out when it is asked for.
public struct ScriptAnswer: Sendable {
    private let command: ScriptCommand
    private let state: AnnotationFilterState
    private let sets: [String]
    private let older: Sheet

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
        guard command.isQuestion else { return nil }
        (self.command, self.state, self.sets, self.older) = (command, state, sets, older)
    }

    /// The answer for people, a line for each annotation or filter.
    public var text: [String] {
        let sheet = state.sheet
        switch command {
        case .show: return state.arranged.map { sheet.annotations[$0].line(state.arrangement.columns) }
        case .count: return [String(state.visible.count)]
        case .filters:
            return state.choices.map { choice in
                "[\(isOn(choice) ? "x" : " ")] \(choice.filter.value.oneLine)  \(choice.count)"
            }
        case .totals: return state.totals.lines
        case .sets: return sets.map(\.oneLine)
        case .compare: return SheetComparison(from: older, to: sheet).lines
        case .notices: return sheet.notices.map(\.description)
        case .read(let name): return SheetDetails(sheet).paragraphs(of: name).map(\.line)
        default: return []
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
        try objects.map { object in
            let data = try JSONSerialization.data(
                withJSONObject: object.compactMapValues(\.self),
                options: [.sortedKeys, .withoutEscapingSlashes]
            )
            return String(decoding: data, as: UTF8.self)
        }
    }

    private var objects: [[String: Any?]] {
        let sheet = state.sheet
        switch command {
        case .show: return state.arranged.map { sheet.annotations[$0].object(in: sheet) }
        case .count: return [["count": state.visible.count]]
        case .filters:
            return state.choices.map { choice in
                let filter = choice.filter
                return [
                    "active": isOn(choice), "count": choice.count, "filter": filter.value,
                    "group": filter.group.rawValue,
                ]
            }
        case .totals: return state.totals.objects
        case .sets: return sets.map { ["set": $0] }
        case .compare: return SheetComparison(from: older, to: sheet).changes.map(\.object)
        case .notices: return sheet.notices.map { ["lines": $0.lines.map(String.init), "notice": [$0.description]] }
        case .read(let name): return sheet.annotations.filter { $0.id == name }.map { $0.object(in: sheet) }
        default: return []
        }
    }

    private func isOn(_ choice: FilterChoice) -> Bool { state.query.active.contains(choice.filter) }
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

    /// The annotation as JSON. Its page is counted from 1, as in the filters.
    fileprivate func object(in sheet: Sheet) -> [String: Any?] {
        [
            "author": author, "color": color?.text, "contents": text, "id": id, "kind": kind, "label": label,
            "layer": layer, "marked": isMarked, "page": page + 1, "sheet": self.sheet, "subject": subject,
            "status": status?.rawValue,
            "replyTo": answer.map { sheet.annotations[$0.parent].id },
            "created": created.map { $0.components?.iso8601 ?? $0.text },
            "modified": modified.map { $0.components?.iso8601 ?? $0.text },
            "quantity": quantity?.value,
            "quantityKind": quantity?.kind.rawValue,
            "quantityProblem": quantity?.problem?.description,
            "unit": quantity.flatMap { $0.unit.isEmpty ? nil : $0.unit },
        ]
    }
}

extension SheetComparison.Change {
    /// The change as JSON.
    fileprivate var object: [String: Any?] {
        let differences = columns.map { ($0.key.rawValue, $0.value) }
        return [
            "change": kind.rawValue, "id": annotation.id,
            "columns": columns.isEmpty ? nil : Dictionary(uniqueKeysWithValues: differences),
        ]
    }
}

extension GroupedTotals {
    /// The totals for people, a line for each heading, and one for all.
    fileprivate var lines: [String] {
        if all.isEmpty { return ["Nothing that is visible is measured."] }
        return groups.map { "\($0.heading): \($0.totals)" } + ["Total: \(all)"]
    }

    /// The sums as JSON, and how many are not known. Those without a group are over all.
    fileprivate var objects: [[String: Any?]] {
        groups.flatMap { Self.objects($0.totals, $0.heading) } + Self.objects(all, nil)
    }

    private static func objects(_ totals: Totals, _ group: String?) -> [[String: Any?]] {
        let sums: [[String: Any?]] = totals.sums.map { sum in
            let unit = sum.quantity.unit
            return [
                "annotations": sum.annotations, "group": group, "kind": sum.quantity.kind.rawValue,
                "total": sum.quantity.value, "unit": unit.isEmpty ? nil : unit,
            ]
        }
        let unknown: [String: Any?] = ["annotations": totals.unknown, "group": group, "kind": "unknown"]
        return sums + (totals.unknown == 0 ? [] : [unknown])
    }
}

extension TerminalPane.Paragraph {
    /// The paragraph as a script prints it.
    fileprivate var line: String {
        let start = label.isEmpty ? String(repeating: " ", count: indentation) : "\(label): "
        return start + text.split(separator: "\n").map { String($0).oneLine }.joined(separator: "\n")
    }
}
