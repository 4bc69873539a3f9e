/// What is to be written to a terminal, collected as bytes.
struct TerminalOutput {
    private let colors: TerminalColorSupport
    private var bytes: [UInt8] = []
    /// The style in which the terminal writes.
    private var style = TerminalStyle()

    init(colors: TerminalColorSupport) { self.colors = colors }

    /// The bytes as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ text: String) { bytes += text.utf8 }

    /// Moves the cursor.
    mutating func move(to position: TerminalCanvas.Position) {
        append("\u{1B}[\(position.row + 1);\(position.column + 1)H")
    }

    /// Sets the style of what follows.
    mutating func set(_ style: TerminalStyle) {
        guard style != self.style else { return }
        self.style = style
        append(style.escapeSequence(colors))
    }

    /// Appends a row that stands where the screen is blank.
    mutating func append(_ row: TerminalCanvas.Row, at number: Int) {
        let end = row.end
        guard end > 0 else { return }
        move(to: .init(row: number, column: 0))
        append(row, 0..<end)
    }

    /// Appends what of a row differs from the one that is shown in its place.
    ///
    /// Where a glyph of several scalars is written, or written over, the row is erased from there on and written to its
    /// end: a terminal may take it for wider than it is, and so spoil what stands behind it.
    mutating func append(_ row: TerminalCanvas.Row, at number: Int, over former: TerminalCanvas.Row) {
        let end = row.end
        for range in row.changes(from: former) {
            move(to: .init(row: number, column: range.lowerBound))
            if row.hasClusters(in: range) || former.hasClusters(in: range) {
                eraseToEnd()
                return append(row, range.lowerBound..<max(range.lowerBound, end))
            }
            append(row, range.clamped(to: 0..<end))
            if range.upperBound > end { return eraseToEnd() }
        }
    }

    /// Erases what is shown from the cursor to the end of its row.
    private mutating func eraseToEnd() {
        set(.plain)
        append("\u{1B}[K")
    }

    /// Appends the glyphs and styles of a part of a row, with the cursor at its beginning.
    private mutating func append(_ row: TerminalCanvas.Row, _ range: Range<Int>) {
        for (offset, cell) in row.cells[range].enumerated() where cell.code != .further {
            if cell.style != style { set(cell.style) }
            if let ascii = cell.code.ascii {
                bytes.append(ascii)
            } else if let cluster = row.cluster(of: cell.code) {
                // Terminals disagree on its width.
                append("\(cluster)\u{1B}[\(range.lowerBound + offset + cell.code.columns + 1)G")
            } else {
                bytes += cell.code.scalar.utf8
            }
        }
    }
}
