/// The content of a terminal: computes the output that shows another canvas, row by row, and of each row the
/// differences.
///
/// A pure value: it returns the bytes and does not write them. The escape sequences are those of ECMA-48 that every
/// terminal emulator knows.
package struct TerminalScreen: Sendable {
    /// The colours that may be written.
    let colors: TerminalColorSupport

    private var output: TerminalOutput

    /// The canvas that is shown; nil where it is not known, so that the next canvas is written as a whole.
    private(set) var shown: TerminalCanvas?

    package init(colors: TerminalColorSupport) {
        self.colors = colors
        output = TerminalOutput(colors: colors)
    }

    /// Forgets the content, so that the next canvas is written as a whole. Call it after others have written to the
    /// terminal.
    mutating func invalidate() {
        shown = nil
    }

    /// Shows a canvas.
    ///
    /// A canvas of another size than the last one, or with another overlay, is written as a whole. Of any other the
    /// changed cells are written, and those behind a changed glyph of several scalars. Costs a comparison of bits a
    /// cell, none for a row that is a copy of the one that is shown, and a few bytes for each glyph that is written.
    ///
    /// - Returns: The bytes to write to the terminal; none if nothing changed.
    package mutating func update(to canvas: TerminalCanvas) -> [UInt8] {
        // Only clearing the whole screen removes a picture that a terminal has drawn itself.
        let isWhole = shown?.size != canvas.size || shown?.overlay != canvas.overlay
        let former = isWhole ? [] : shown?.cells ?? []
        let changed = canvas.cells.indices.compactMap { row -> (row: Int, ranges: [Range<Int>])? in
            if isWhole { return (row, []) }
            if former[row].isSame(as: canvas.cells[row]) { return nil }
            let ranges = canvas.cells[row].changes(from: former[row])
            return ranges.isEmpty ? nil : (row, ranges)
        }
        guard isWhole || !changed.isEmpty || shown?.caret != canvas.caret else { return [] }
        shown = canvas
        var isOverlayWritten = isWhole
        output.begin()
        output.append("\u{1B}[?25l\u{1B}[0m")  // no cursor while it runs about
        if isWhole { output.append("\u{1B}[2J") }
        for (row, ranges) in changed {
            if isWhole {
                output.append(canvas.cells[row], at: row)
            } else {
                output.append(ranges, of: canvas.cells[row], at: row, over: former[row])
            }
            if canvas.overlay?.covers(row) == true { isOverlayWritten = true }
        }
        output.set(.plain)
        if isOverlayWritten, let overlay = canvas.overlay {
            output.move(to: overlay.position)
            output.append(overlay.sequence)
        }
        if let caret = canvas.caret {
            output.move(to: caret)
            output.append("\u{1B}[?25h")
        }
        return output.bytes
    }
}
