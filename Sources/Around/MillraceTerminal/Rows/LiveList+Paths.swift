import MillraceData
import MillraceViews

extension LiveList {
    /// The path of the first row with an identity among those that changes tell as inserted, as they do with a row that
    /// comes into a new section, or from one that is gone.
    ///
    /// O(inserted rows), and O(rows) where the changes are not known: then it is searched among all.
    @export(implementation)
    func firstPath(of id: Row.ID, insertedBy changes: SectionChanges?) -> RowPath? {
        if let path = changes?.insertions.first(where: { self[$0].id == id }) { return path }
        for index in changes?.sections.insertions ?? Array(0..<sectionCount) {
            let section = self[index]
            if let row = (0..<section.count).first(where: { section[$0].id == id }) {
                return RowPath(section: index, row: row)
            }
        }
        return nil
    }
}
