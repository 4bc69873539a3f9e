import Millrace
import MillraceTerminal

/// Where things stand on a terminal of a certain size. What there is no room for has an empty region.
struct ScreenLayout {
    /// The filters.
    let panel: TerminalRegion
    /// The annotations.
    let sheet: TerminalRegion
    /// The text of the annotation under the cursor.
    let detail: TerminalRegion
    /// The status line.
    let status: TerminalRegion
    /// The keys and what they do.
    let hints: TerminalRegion
    /// The column between panel and sheet; nil where only one of them is shown.
    let divider: Int?

    init(size: TerminalSize, focus: AnnotationFilterScreen.Focus) {
        let (columns, rows) = (size.columns, size.rows)
        let hintRows = rows >= 8 ? 1 : 0
        let detailRows = rows >= 16 ? 3 : 0
        let body = max(0, rows - 1 - hintRows - (detailRows > 0 ? detailRows + 1 : 0))
        let statusRow = rows - 1 - hintRows
        status = TerminalRegion(column: 0, row: statusRow, columns: columns, rows: rows > 0 ? 1 : 0)
        hints = TerminalRegion(column: 0, row: rows - 1, columns: columns, rows: hintRows)
        detail = TerminalRegion(column: 0, row: statusRow - detailRows, columns: columns, rows: detailRows)
        if columns >= 50 {
            let width = min(34, max(22, columns / 4))
            panel = TerminalRegion(column: 0, row: 0, columns: width, rows: body)
            sheet = TerminalRegion(column: width + 1, row: 0, columns: columns - width - 1, rows: body)
            divider = width
        } else {
            let whole = TerminalRegion(column: 0, row: 0, columns: columns, rows: body)
            let nothing = TerminalRegion(column: 0, row: 0, columns: 0, rows: 0)
            panel = focus == .panel ? whole : nothing
            sheet = focus == .sheet ? whole : nothing
            divider = nil
        }
    }
}
