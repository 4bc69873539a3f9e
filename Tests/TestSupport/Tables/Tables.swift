import MillraceViews

/// A table of one section, a row a letter: the identity is the letter in lower case, the title the letter as it is.
package func table(_ letters: String) -> TableViewModel {
    TableViewModel(rows: rows(letters))
}

/// Rows, one a letter, as in `table`.
package func rows(_ letters: String) -> [TableRow] {
    letters.map { TableRow($0.lowercased(), String($0)) }
}

/// A path, written `at(0, 3)`.
package func at(_ section: Int, _ row: Int) -> RowPath {
    RowPath(section: section, row: row)
}
