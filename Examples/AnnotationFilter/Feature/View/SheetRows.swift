import Millrace
import MillraceTerminal

/// The rows of all annotations of a sheet, made once, to be shown or left out as filters change.
public struct SheetRows: Equatable, Sendable {
    private let annotations: Table<Annotation>
    private let order: SheetOrder
    /// The sections with all their rows.
    private let everything: [ListSection<ListRow>]
    /// What each annotation answers, by its position; itself where it answers nothing.
    private let answered: [Int]
    /// What is measured, by the position of the annotation.
    private let quantities: [Int: Quantity]

    /// Makes the rows. Cost: O(annotations and the length of their contents); in another order than the sheet's
    /// O(annotations × log annotations).
    ///
    /// - Parameter edits: What is not saved, which rows tell.
    public init(_ sheet: Sheet, _ arrangement: Arrangement = Arrangement(), editedBy edits: SheetEdits = SheetEdits()) {
        let marks = edits.marks
        let (annotations, order) = (sheet.annotations, SheetOrder(sheet, arrangement))
        let columns = arrangement.columns.map { ColumnOfRows($0, annotations) }
        everything = order.sections.map { section in
            let rows = section.positions.map { position in
                let annotation = annotations[position]
                let isElsewhere = annotation.answer.map { annotations[$0.parent].page != annotation.page } ?? false
                return ListRow(annotation, columns, isElsewhere: isElsewhere, mark: marks[annotation.id])
            }
            return ListSection(section.heading, header: section.heading.isEmpty ? nil : section.heading, rows: rows)
        }
        answered = annotations.enumerated().map { $1.answer?.parent ?? $0 }
        let measured = annotations.enumerated().compactMap { position, annotation in
            annotation.quantity.map { (position, $0) }
        }
        quantities = Dictionary(uniqueKeysWithValues: measured)
        (self.annotations, self.order) = (annotations, order)
    }

    /// The rows that are shown, how many of them are visible themselves, and what these measure.
    struct Shown {
        var sections: [ListSection<ListRow>]
        let count: Int
        var totals = Totals([])
    }

    /// The visible rows, which are given in the sheet's order, under their headings. A heading without visible rows is
    /// left out.
    ///
    /// What a visible answer answers is shown too, dim where it does not pass itself, so that a thread can be read and
    /// an answer never stands under another page's heading. Cost: O(annotations); O(1) where everything is visible.
    ///
    /// A heading tells what is measured below it, and with the sections come the totals over all.
    func shown(_ visible: Rows<FilterIndex.Row>) -> Shown {
        let isWhole = visible.count == annotations.count
        var shown = Shown(sections: everything, count: visible.count)
        if isWhole, quantities.isEmpty { return shown }
        var isVisible = [Bool](repeating: isWhole, count: annotations.count)
        if !isWhole { for row in visible { isVisible[row.id] = true } }
        if !isWhole { shown.sections = narrowed(to: isVisible) }
        let totals = GroupedTotals(order) { isVisible[$0] ? quantities[$0] : nil }
        shown.totals = totals.all
        let below = Dictionary(uniqueKeysWithValues: totals.groups.map { ($0.heading, $0.totals) })
        for place in shown.sections.indices {
            if let header = shown.sections[place].header, let totals = below[header] {
                shown.sections[place].header = "\(header): \(totals)"
            }
        }
        return shown
    }

    private func narrowed(to isVisible: [Bool]) -> [ListSection<ListRow>] {
        var isShown = isVisible
        for position in isShown.indices.reversed() where isShown[position] { isShown[answered[position]] = true }
        return zip(everything, order.sections).compactMap { whole, section in
            var shown = ListSection<ListRow>(whole.id, header: whole.header)
            for (row, position) in section.positions.enumerated() where isShown[position] {
                shown.rows.append(whole.rows[row])
                if !isVisible[position] { shown.rows[shown.rows.count - 1].isEnabled = false }
            }
            return shown.rows.isEmpty ? nil : shown
        }
    }
}

/// A column of a list, as wide as its widest value, within reason.
private struct ColumnOfRows {
    let column: Column
    private let width: Int

    private static let widest = 18

    init(_ column: Column, _ annotations: Table<Annotation>) {
        self.column = column
        let isLast = column == .text
        width =
            isLast
            ? .max
            : annotations.reduce(column.rawValue.count) { width, annotation in
                width == Self.widest
                    ? width : max(width, min(Self.widest, TerminalText(column.value(of: annotation).oneLine).columns))
            }
    }

    func cell(_ annotation: Annotation) -> String {
        let value = column.value(of: annotation).oneLine
        return width == .max ? value : TerminalText(value).fitted(to: width)
    }
}

extension ListRow {
    /// Who says what, how it is drawn, and what became of it; or the columns that were chosen.
    ///
    /// - Parameters:
    ///   - isElsewhere: Whether it stands on another page than what it answers, and so below another heading.
    ///   - mark: What is to be said of edits of it.
    fileprivate init(_ annotation: Annotation, _ columns: [ColumnOfRows], isElsewhere: Bool, mark: String?) {
        let page = isElsewhere ? "p. \(annotation.pageLabel), " : ""
        let author = annotation.author ?? FilterGroup.author.nameOfMissing
        let text = annotation.text.isEmpty ? annotation.subject ?? "" : annotation.text
        let sentence = "\(page)\(author), \(annotation.kindName): \(text)"
        let title = columns.isEmpty ? sentence : columns.map { $0.cell(annotation) }.joined(separator: "  ")
        let outcome = [annotation.status?.rawValue.oneLine, annotation.isMarked ? "marked" : nil, mark]
            .compactMap(\.self)
        self.init(
            annotation.id,
            "\(annotation.answer == nil ? "" : "↳ ")\(title)".oneLine,
            accessory: outcome.isEmpty ? .none : .badge(outcome.joined(separator: ", ")),
            indentation: annotation.answer?.depth ?? 0,
            swatch: annotation.color?.rgb
        )
    }
}

extension SheetEdits {
    /// For each annotation that is edited, what its row says of that.
    fileprivate var marks: [Annotation.ID: String] {
        var marks: [Annotation.ID: String] = [:]
        for edit in table {
            let id = edit.replyText == nil ? edit.annotation : edit.id
            if marks[id] == nil { marks[id] = "not saved" }
            if case .conflict = problems[edit.id] { marks[id] = "conflict" }
        }
        return marks
    }
}
