import Millrace
import MillraceTerminal

/// The rows of all annotations of a sheet, made once, to be shown or left out as filters change.
public struct SheetRows: Equatable, Sendable {
    /// A row for each annotation, as it looks when it passes the filters.
    private var rows: [TableRow] = []
    /// The position of what each annotation answers; -1 where it answers nothing.
    private var parents: [Int32] = []
    private let order: SheetOrder
    /// The sections with all their rows.
    private var everything: [TableSection] = []

    /// Makes the rows. Cost: O(annotations and the length of their contents); in another order than the sheet's
    /// O(annotations × log annotations).
    public init(_ sheet: Sheet, _ arrangement: Arrangement = Arrangement()) {
        order = SheetOrder(sheet, arrangement)
        let columns = arrangement.columns.map { ColumnOfRows($0, sheet.annotations) }
        rows.reserveCapacity(sheet.annotations.count)
        for (position, annotation) in sheet.annotations.enumerated() {
            let parent = annotation.answer?.parent ?? -1
            let isElsewhere = parent >= 0 && sheet.annotations[parent].page != annotation.page
            rows.append(TableRow(annotation, columns, isElsewhere: isElsewhere))
            parents.append(Int32((0..<position).contains(parent) ? parent : -1))
        }
        everything = sections(showing: [Bool](repeating: true, count: rows.count), isVisible: { _ in true })
    }

    /// The visible rows under their headings. A heading without visible rows is left out.
    ///
    /// What a visible answer answers is shown too, dim where it does not pass itself, so that a thread can be read and an
    /// answer never stands under another page's heading. Cost: O(annotations); O(1) where everything is visible.
    func sections(showing visible: [Int]) -> [TableSection] {
        guard visible.count < rows.count else { return everything }
        var isVisible = [Bool](repeating: false, count: rows.count)
        for position in visible { isVisible[position] = true }
        var isShown = isVisible
        for position in visible {
            var parent = Int(parents[position])
            while parent >= 0, !isShown[parent] {
                isShown[parent] = true
                parent = Int(parents[parent])
            }
        }
        return sections(showing: isShown, isVisible: { isVisible[$0] })
    }

    private func sections(showing isShown: [Bool], isVisible: (Int) -> Bool) -> [TableSection] {
        var sections: [TableSection] = []
        var group: Int32 = -1
        for position in order.positions where isShown[position] {
            if order.groups[position] != group {
                group = order.groups[position]
                let heading = order.headings[Int(group)]
                sections.append(TableSection(heading, header: heading))
            }
            var row = rows[position]
            row.isEnabled = isVisible(position)
            sections[sections.count - 1].rows.append(row)
        }
        return sections
    }
}

/// A column of a list, as wide as its widest value, within reason.
private struct ColumnOfRows {
    let column: Column
    private let width: Int

    private static let widest = 18

    init(_ column: Column, _ annotations: [Annotation]) {
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

extension TableRow {
    /// Who says what, how it is drawn, and what became of it; or the columns that were chosen.
    ///
    /// - Parameter isElsewhere: Whether it stands on another page than what it answers, and so below another heading.
    fileprivate init(_ annotation: Annotation, _ columns: [ColumnOfRows], isElsewhere: Bool) {
        let page = isElsewhere ? "p. \(annotation.pageLabel), " : ""
        let author = annotation.author ?? FilterGroup.author.nameOfMissing
        let text = annotation.text.isEmpty ? annotation.subject ?? "" : annotation.text
        let sentence = "\(page)\(author), \(annotation.kindName): \(text)"
        let title = columns.isEmpty ? sentence : columns.map { $0.cell(annotation) }.joined(separator: "  ")
        let outcome = [annotation.status?.rawValue.oneLine, annotation.isMarked ? "marked" : nil].compactMap(\.self)
        self.init(
            annotation.id,
            "\(annotation.answer == nil ? "" : "↳ ")\(title)".oneLine,
            accessory: outcome.isEmpty ? .none : .badge(outcome.joined(separator: ", ")),
            indentation: annotation.answer?.depth ?? 0,
            swatch: annotation.color?.rgb.map(RGBColor.init)
        )
    }
}
