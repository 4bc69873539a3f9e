/// What is to be written to a terminal, collected as bytes.
struct TerminalOutput {
    private let colors: TerminalColorSupport
    private var bytes: [UInt8] = []

    init(colors: TerminalColorSupport) { self.colors = colors }

    /// The bytes as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ text: String) { bytes += text.utf8 }

    /// Appends the glyphs and styles of a row, for a blank row with the cursor at its beginning.
    mutating func append(_ row: TerminalCanvas.Row) {
        let end = row.cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
        var style = TerminalStyle()
        for (column, cell) in row.cells[..<end].enumerated() where cell.code != .further {
            if cell.style != style {
                style = cell.style
                append(style.escapeSequence(colors))
            }
            if let ascii = cell.code.ascii {
                bytes.append(ascii)
            } else if let cluster = row.cluster(of: cell.code) {
                append("\(cluster)\u{1B}[\(column + cell.code.columns + 1)G")  // terminals disagree on its width
            } else {
                bytes += cell.code.scalar.utf8
            }
        }
        if style != TerminalStyle() { append(TerminalStyle().escapeSequence(colors)) }
    }
}
