import MillraceData
import MillraceViews

/// A table of one section, a row a letter: the identity is the letter in lower case, the title the letter as it is.
package func table(_ letters: String) -> ListModel<ListRow> {
    ListModel(rows: rows(letters))
}

/// Rows, one a letter, as in `table`.
package func rows(_ letters: String) -> [ListRow] {
    letters.map { ListRow($0.lowercased(), String($0)) }
}

/// A path, written `at(0, 3)`.
package func at(_ section: Int, _ row: Int) -> RowPath {
    RowPath(section: section, row: row)
}
