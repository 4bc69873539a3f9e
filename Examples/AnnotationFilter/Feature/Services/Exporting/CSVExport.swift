import MillraceTerminal

/// Annotations as a table that spreadsheets open: comma-separated values (RFC 4180).
enum CSVExport {
    /// The lines, the first of which names the columns; where the task is cancelled, not all of them. Cost: O(their
    /// length).
    static func text(_ sheet: Sheet, at positions: [Int], columns: [Column]) -> String {
        let columns = columns.isEmpty ? Column.allCases : columns
        let head = columns.flatMap { $0 == .quantity ? ["quantity", "unit"] : [$0.rawValue] }.joined(separator: ",")
        let annotations = sheet.annotations
        var text = "\(head)\r\n"
        for position in positions {
            if Task.isCancelled { break }
            let row = columns.flatMap { fields($0, of: annotations[position]) }
            text += "\(row.joined(separator: ","))\r\n"
        }
        return text
    }

    /// A quantity is two: a number that a spreadsheet can add, and what it is of.
    private static func fields(_ column: Column, of annotation: Annotation) -> [String] {
        guard column == .quantity else { return [field(column.value(of: annotation))] }
        guard let quantity = annotation.quantity else { return ["", ""] }
        let unit = quantity.unit.isEmpty ? quantity.description : quantity.unit
        return [quantity.number, field(quantity.kind == .count ? "count" : unit)]
    }

    /// A value, in quotes where it needs them. One that a spreadsheet would take for a formula is made a text.
    private static func field(_ value: String) -> String {
        let isFormula = value.first.map { "=+-@\t\r".contains($0) } ?? false
        let value = isFormula ? "'\(value)" : value
        guard value.contains(where: { $0 == "\"" || $0 == "," || $0.isNewline }) else { return value }
        return "\"\(value.replacing("\"", with: "\"\""))\""
    }
}
