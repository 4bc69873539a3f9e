import MillraceData
import MillraceViews
import TestSupport

extension ListModel {
    /// This table with changes applied. Of the table to which they lead, only what they name is read: rows that are
    /// inserted or modified, sections that are inserted, headers and footers that are modified, and the title.
    func applying(_ changes: SectionChanges, from new: ListModel) -> ListModel {
        let leaving = Set(changes.deletions + changes.moves.map(\.old))
        var result = ListModel(title: new.title, sections: sections)
        for (index, section) in sections.enumerated() {
            let staying = section.rows.indices.filter { !leaving.contains(at(index, $0)) }
            result.sections[index].rows = staying.map { section.rows[$0] }
        }
        var order = changes.sections
        order.modifications = []
        order.apply(to: &result.sections) { new.sections[$0] }
        for section in changes.sections.modifications {
            result.sections[section.new].header = new.sections[section.new].header
            result.sections[section.new].footer = new.sections[section.new].footer
        }
        let arrivals = changes.insertions.map { ($0, new[$0]) } + changes.moves.map { ($0.new, self[$0.old]) }
        for (path, row) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            result.sections[path.section].rows.insert(row, at: path.row)
        }
        for row in changes.modifications { result[row.new] = new[row.new] }
        return result
    }
}
