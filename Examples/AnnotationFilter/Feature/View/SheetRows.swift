import Millrace
import MillraceTerminal

/// The rows of all annotations of a sheet, made once, to be shown or left out as filters change.
public struct SheetRows: Equatable, Sendable {
    /// A row for each annotation, as it looks when everything is visible.
    private var rows: [TableRow] = []
    /// The position of what each annotation answers; -1 where it answers nothing.
    private var parents: [Int32] = []
    /// The section in which each annotation stands: that of the page on which its thread begins.
    private var places: [Int32] = []
    /// The sections with all their rows.
    private var everything: [TableSection] = []

    /// Makes the rows. Cost: O(annotations and the length of their contents).
    public init(_ sheet: Sheet) {
        rows.reserveCapacity(sheet.annotations.count)
        for (position, annotation) in sheet.annotations.enumerated() {
            let parent = annotation.answer?.parent ?? -1
            rows.append(TableRow(annotation))
            parents.append(Int32((0..<position).contains(parent) ? parent : -1))
            if parents[position] < 0, everything.last?.id != annotation.pageLabel {
                everything.append(TableSection(annotation.pageLabel, header: "Page \(annotation.pageLabel)"))
            }
            places.append(Int32(everything.count - 1))
        }
        everything = sections(showing: Array(rows.indices), of: everything)
    }

    /// The visible rows by page. A page without visible rows is left out.
    ///
    /// Each row stands for itself: an answer is indented below what it answers where that is visible too, and stands
    /// at the edge where it is not. Cost: O(visible); O(1) where everything is.
    func sections(showing visible: [Int]) -> [TableSection] {
        visible.count == rows.count ? everything : sections(showing: visible, of: everything)
    }

    private func sections(showing visible: [Int], of all: [TableSection]) -> [TableSection] {
        var indentation = [Int32](repeating: -1, count: rows.count)
        var sections: [TableSection] = []
        var place: Int32 = -1
        var run: [TableRow] = []
        for position in visible {
            if places[position] != place {
                if place >= 0 { sections.append(all[Int(place)].with(run)) }
                place = places[position]
                run = []
            }
            let parent = parents[position]
            indentation[position] = parent < 0 ? 0 : indentation[Int(parent)] + 1
            run.append(rows[position])
            run[run.count - 1].indentation = Int(indentation[position])
        }
        if place >= 0 { sections.append(all[Int(place)].with(run)) }
        return sections
    }
}

extension TableSection {
    fileprivate func with(_ rows: [TableRow]) -> TableSection {
        TableSection(id, header: header, footer: footer, rows: rows)
    }
}

extension TableRow {
    /// Who says what, how it is drawn, and what became of it.
    fileprivate init(_ annotation: Annotation) {
        let author = annotation.author ?? FilterGroup.author.nameOfMissing
        let text = annotation.text.isEmpty ? annotation.subject ?? "" : annotation.text
        self.init(
            annotation.id,
            "\(annotation.answer == nil ? "" : "↳ ")\(author), \(annotation.kind): \(text)".oneLine,
            accessory: annotation.status.map { .badge($0.rawValue.oneLine) } ?? .none,
            isSelected: annotation.isMarked,
            swatch: annotation.color?.rgb.map(RGBColor.init)
        )
    }
}
