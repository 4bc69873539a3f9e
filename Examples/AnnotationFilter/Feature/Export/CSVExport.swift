import MillraceTerminal

/// Annotations as a table that spreadsheets open: comma-separated values (RFC 4180).
enum CSVExport {
    /// The lines, the first of which names the columns. Cost: O(their length).
    static func text(_ sheet: Sheet, at positions: [Int], columns: [Column]) -> String {
        let columns = columns.isEmpty ? Column.allCases : columns
        let head = columns.map(\.rawValue).joined(separator: ",")
        let rows = positions.map { position in
            columns.map { field($0.value(of: sheet.annotations[position])) }.joined(separator: ",")
        }
        return ([head] + rows).map { "\($0)\r\n" }.joined()
    }

    /// A value, in quotes where it needs them. One that a spreadsheet would take for a formula is made a text.
    private static func field(_ value: String) -> String {
        let isFormula = value.first.map { "=+-@\t\r".contains($0) } ?? false
        let value = isFormula ? "'\(value)" : value
        guard value.contains(where: { $0 == "\"" || $0 == "," || $0.isNewline }) else { return value }
        return "\"\(value.replacing("\"", with: "\"\""))\""
    }
}
