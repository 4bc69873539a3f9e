import Millrace
import MillraceTerminal

@testable import AnnotationFilter

/// The list of a state, as plain code works it out from the whole sheet.
enum PlainList {
    static func sections(_ state: AnnotationFilterState) -> [ListSection<ListRow>] {
        let annotations = state.sheet.annotations
        let isVisible = Set(state.visible)
        var (isShown, start, parents) = (isVisible, 0, [Int: Int]())
        for (position, annotation) in annotations.enumerated() {
            if let answer = annotation.answer { parents[position] = start + answer.parent } else { start = position }
        }
        for position in annotations.indices.reversed() where isShown.contains(position) {
            if let parent = parents[position] { isShown.insert(parent) }
        }
        let columns = state.arrangement.columns.map { ColumnOfRows($0, widest: $0.width(of: annotations)) }
        let totals = state.totals.groups
        return SheetOrder(state.sheet, state.arrangement).sections.compactMap { section in
            let rows = section.positions.filter(isShown.contains).map { position in
                ListRow(
                    annotations[position],
                    columns,
                    isElsewhere: parents[position].map { annotations[$0].page != annotations[position].page } ?? false,
                    mark: mark(of: annotations[position].id, state.edits),
                    isVisible: isVisible.contains(position)
                )
            }
            let sum = totals.first { $0.heading == section.heading }.map { ": \($0.totals)" } ?? ""
            let header = section.heading.isEmpty ? nil : section.heading + sum
            return rows.isEmpty ? nil : ListSection(section.heading, header: header, rows: rows)
        }
    }

    private static func mark(of id: String, _ edits: SheetEdits) -> String? {
        let own = edits.table.filter { ($0.replyText == nil ? $0.annotation : $0.id) == id }
        if edits.conflicts.contains(where: { $0.annotation == id }) { return "conflict" }
        return own.isEmpty ? nil : "not saved"
    }
}
