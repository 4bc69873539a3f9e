/// The rows for people, on a terminal.
struct TextReport {
    let rows: [Row]

    var text: String {
        var lines: [String] = []
        var heading = ""
        for row in rows {
            let present = row.heap == .fresh ? row.group : "\(row.group), on a used heap"
            if present != heading {
                heading = present
                lines += ["", line(heading, header)]
            }
            lines.append(line(row.title, figures(of: row)))
        }
        let verdicts = rows.flatMap(\.aims).compactMap(\.isMet)
        lines += ["", "\(verdicts.filter { $0 }.count) of \(verdicts.count) aims are met"]
        return lines.dropFirst().joined(separator: "\n")
    }

    private var header: [String] {
        ["raw ns", "written", "ours ns", "× raw", "±", "growth", "blocks", "deliv.", "aim"]
    }

    private func figures(of row: Row) -> [String] {
        let blocks = row.blocks.map { "\(Figures.count($0)): \(Figures.count(row.bytes)) bytes" }
        return [
            Figures.time(row.raw), Figures.time(row.written), Figures.time(row.ours), Figures.ratio(row.ratio),
            Figures.ratio(row.noise), Figures.ratio(row.growth), blocks ?? Figures.count(row.allocations),
            row.deliveries.map { $0.grouped } ?? "", row.aims.map(\.sentence).joined(separator: "; "),
        ]
    }

    private func line(_ name: String, _ columns: [String]) -> String {
        func right(_ text: String, _ width: Int) -> String {
            String(repeating: " ", count: max(1, width - text.count)) + text
        }
        let widths = [11, 10, 10, 8, 7, 8, 8, 8]
        let padded = name + String(repeating: " ", count: max(1, 48 - name.count))
        let text = padded + zip(columns, widths).map { right($0, $1) }.joined() + "   " + (columns.last ?? "")
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
