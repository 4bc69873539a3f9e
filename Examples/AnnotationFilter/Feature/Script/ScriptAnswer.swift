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
    public var text: [String] { lines(asJSON: false) }

    /// The answer for programs, a JSON object for each annotation or filter. What an annotation lacks is left out.
    public var json: [String] { lines(asJSON: true) }

    /// The lines of the answer, for people or for programs, worked out beside the caller. Where the task is cancelled, a
    /// `CancellationError` is thrown.
    @concurrent
    func workedOut(asJSON: Bool) async throws -> [String] {
        let lines = lines(asJSON: asJSON)
        try Task.checkCancellation()
        return lines
    }

    private func lines(asJSON: Bool) -> [String] {
        func line(_ text: @autoclosure () -> String, _ object: @autoclosure () -> JSONLine) -> String {
            asJSON ? object().description : text()
        }
        let sheet = state.sheet
        switch command {
        case .show:
            let annotations = sheet.annotations
            return state.arranged.map { annotations[$0] }.map {
                line($0.line(state.arrangement.columns), $0.object(in: sheet))
            }
        case .count: return [line("\(state.visible.count)", ["count": state.visible.count])]
        case .filters:
            return state.choices.map { choice in
                let (filter, isOn) = (choice.filter, state.query.active.contains(choice.filter))
                return line(
                    "[\(isOn ? "x" : " ")] \(filter.value.oneLine)  \(choice.count)",
                    ["active": isOn, "count": choice.count, "filter": filter.value, "group": filter.group.rawValue]
                )
            }
        case .totals: return asJSON ? state.totals.objects.map(\.description) : state.totals.lines
        case .sets: return sets.map { line($0.oneLine, ["set": $0]) }
        case .compare:
            let comparison = SheetComparison(from: older, to: sheet)
            return asJSON ? comparison.changes.map(\.object.description) : comparison.lines
        case .notices:
            return sheet.notices.map { notice in
                line(notice.description, ["lines": notice.lines.map(String.init), "notice": [notice.description]])
            }
        case .edits: return state.edits.table.map { line(state.edits.line(of: $0), state.edits.object(of: $0)) }
        case .conflicts: return state.edits.conflicts.map { line(state.edits.line(of: $0), state.edits.object(of: $0)) }
        case .read(let name):
            if !asJSON { return SheetDetails(sheet, editedBy: state.edits).paragraphs(of: name).map(\.line) }
            return sheet[id: name].map { [$0.object(in: sheet).description] } ?? []
        default: return []
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

    /// The annotation as JSON. Its page is counted from 1, as in the filters.
    fileprivate func object(in sheet: Sheet) -> JSONLine {
        [
            "author": author, "color": color?.text, "contents": text, "id": id, "kind": kind, "label": label,
            "layer": layer, "marked": isMarked, "page": page + 1, "sheet": self.sheet, "subject": subject,
            "status": status?.rawValue,
            "replyTo": sheet.parent(of: self)?.id,
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
    fileprivate var object: JSONLine {
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
    fileprivate var objects: [JSONLine] {
        groups.flatMap { Self.objects($0.totals, $0.heading) } + Self.objects(all, nil)
    }

    private static func objects(_ totals: Totals, _ group: String?) -> [JSONLine] {
        let sums: [JSONLine] = totals.sums.map { sum in
            let unit = sum.quantity.unit
            return [
                "annotations": sum.annotations, "group": group, "kind": sum.quantity.kind.rawValue,
                "total": sum.quantity.value, "unit": unit.isEmpty ? nil : unit,
            ]
        }
        let unknown: JSONLine = ["annotations": totals.unknown, "group": group, "kind": "unknown"]
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
