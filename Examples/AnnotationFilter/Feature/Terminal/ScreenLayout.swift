import Millrace
import MillraceTerminal

/// Where things stand on a terminal of a certain size. What there is no room for has an empty region.
struct ScreenLayout {
    /// The filters.
    let panel: TerminalRegion
    /// The annotations.
    let sheet: TerminalRegion
    /// What there is to read of the annotation under the cursor.
    let detail: TerminalRegion
    /// The status: as many lines as it needs, if they can be spared.
    let status: (text: String, region: TerminalRegion)
    /// The keys and what they do.
    let hints: (keys: [TerminalHint], region: TerminalRegion)
    /// What covers all of these but the status and the keys.
    let page: TerminalRegion
    /// The column between panel and sheet; nil where only one of them is shown.
    let divider: Int?

    /// - Parameter hints: Those to be shown: they take two rows where they need them.
    init(size: TerminalSize, focus: AnnotationFilterScreen.Focus, status: String, hints: [TerminalHint]) {
        let (columns, rows) = (size.columns, size.rows)
        let hintRows = rows >= 5 ? min(TerminalHint.rows(hints, columns: columns), rows >= 16 ? 2 : 1) : 0
        let detailRows = rows >= 16 ? max(3, rows / 4) : 0
        let statusRows = max(1, min(TerminalText(status).lines(columns: columns).count, rows >= 16 ? 3 : 1))
        let body = max(0, rows - statusRows - hintRows - (detailRows > 0 ? detailRows + 1 : 0))
        let statusRow = rows - statusRows - hintRows
        let statusRegion = TerminalRegion(column: 0, row: statusRow, columns: columns, rows: rows > 0 ? statusRows : 0)
        self.status = (status, statusRegion)
        self.hints = (hints, TerminalRegion(column: 0, row: rows - hintRows, columns: columns, rows: hintRows))
        detail = TerminalRegion(column: 0, row: statusRow - detailRows, columns: columns, rows: detailRows)
        page = TerminalRegion(column: 0, row: 0, columns: columns, rows: max(0, statusRow))
        if columns >= 50 {
            let width = min(34, max(22, columns / 4))
            panel = TerminalRegion(column: 0, row: 0, columns: width, rows: body)
            sheet = TerminalRegion(column: width + 1, row: 0, columns: columns - width - 1, rows: body)
            divider = width
        } else {
            let whole = TerminalRegion(column: 0, row: 0, columns: columns, rows: body)
            let nothing = TerminalRegion(column: 0, row: 0, columns: 0, rows: 0)
            panel = focus == .panel ? whole : nothing
            sheet = focus == .panel ? nothing : whole
            divider = nil
        }
    }
}
