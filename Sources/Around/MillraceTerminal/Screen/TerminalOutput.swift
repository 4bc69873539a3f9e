/// The output for a terminal, collected as bytes.
struct TerminalOutput {
    private let colors: TerminalColorSupport
    private(set) var bytes: [UInt8] = []
    /// The style in which the terminal writes.
    private var style = TerminalStyle()
    /// The sequences for styles that have been set: to make one takes longer than to look for it.
    private var sequences: [TerminalStyle: [UInt8]] = [:]

    init(colors: TerminalColorSupport) { self.colors = colors }

    /// Begins anew, in a terminal that writes without a style.
    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        style = .plain
        if sequences.count > 256 { sequences = [:] }
    }

    mutating func append(_ text: String) { bytes += text.utf8 }

    /// Moves the cursor.
    mutating func move(to position: TerminalCanvas.Position) {
        append("\u{1B}[")
        append(number: position.row + 1)
        bytes.append(0x3B)
        append(number: position.column + 1)
        bytes.append(0x48)
    }

    /// Appends a number that is not negative, in decimal digits.
    private mutating func append(number: Int) {
        if number > 9 { append(number: number / 10) }
        bytes.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
    }

    /// Sets the style of the text that follows.
    mutating func set(_ style: TerminalStyle) {
        guard style != self.style else { return }
        self.style = style
        if let sequence = sequences[style] {
            bytes += sequence
        } else {
            let sequence = Array(style.escapeSequence(colors).utf8)
            sequences[style] = sequence
            bytes += sequence
        }
    }

    /// Appends a row that stands where the screen is blank.
    mutating func append(_ row: TerminalCanvas.Row, at number: Int) {
        let end = row.end
        guard end > 0 else { return }
        move(to: .init(row: number, column: 0))
        append(row, 0..<end)
    }

    /// Appends the parts of a row that differ from the row shown in its place.
    ///
    /// Where a glyph of several scalars is written, or written over, the row is erased from there on and written to its
    /// end: a terminal may take it for wider than it is, and so spoil the text behind it.
    mutating func append(
        _ ranges: [Range<Int>],
        of row: TerminalCanvas.Row,
        at number: Int,
        over former: TerminalCanvas.Row
    ) {
        let end = row.end
        for range in ranges {
            move(to: .init(row: number, column: range.lowerBound))
            if row.hasClusters(in: range) || former.hasClusters(in: range) {
                eraseToEnd()
                return append(row, range.lowerBound..<max(range.lowerBound, end))
            }
            append(row, range.clamped(to: 0..<end))
            if range.upperBound > end { return eraseToEnd() }
        }
    }

    /// Erases from the cursor to the end of its row.
    private mutating func eraseToEnd() {
        set(.plain)
        append("\u{1B}[K")
    }

    /// Appends the glyphs and styles of a part of a row, with the cursor at its beginning.
    private mutating func append(_ row: TerminalCanvas.Row, _ range: Range<Int>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { room in
            row.forEachStyle(in: range) { part, style in
                var column = part.lowerBound
                while column < part.upperBound {
                    let number = row.copyASCII(column..<part.upperBound, to: room)
                    if number > 0 {
                        set(style)
                        bytes += UnsafeBufferPointer(rebasing: room[..<number])
                    } else {
                        append(row.code(at: column), of: row, at: column, style)
                    }
                    column += max(1, number)
                }
            }
        }
    }

    /// Appends a glyph that is not of ASCII.
    private mutating func append(_ code: GlyphCode, of row: TerminalCanvas.Row, at column: Int, _ style: TerminalStyle)
    {
        if code == .further { return }
        set(style)
        if let cluster = row.cluster(of: code) {
            append("\(cluster)\u{1B}[\(column + code.columns + 1)G")  // terminals disagree on its width
        } else {
            bytes += code.scalar.utf8
        }
    }
}
