/// The content of a terminal: computes what to write in order to show another canvas, row by row.
///
/// A pure value: it returns the bytes and does not write them. The escape sequences are those of ECMA-48 that every
/// terminal emulator knows.
struct TerminalScreen: Sendable {
    /// The colours that may be written.
    let colors: TerminalColorSupport

    /// What is shown; nil where it is not known, so that the next canvas is written as a whole.
    private(set) var shown: TerminalCanvas?

    /// Forgets the content, so that the next canvas is written as a whole. Call it after others have written to the
    /// terminal.
    mutating func invalidate() {
        shown = nil
    }

    /// Shows a canvas.
    ///
    /// A canvas of another size than the last one, or with another overlay, is written as a whole. O(cells)
    /// comparisons.
    ///
    /// - Returns: The text to write to the terminal; empty if nothing changed.
    mutating func update(to canvas: TerminalCanvas) -> String {
        guard canvas != shown else { return "" }
        // Only clearing the whole screen removes what a terminal has drawn itself.
        let isWhole = shown?.size != canvas.size || shown?.overlay != canvas.overlay
        var isOverlayWritten = isWhole
        var output = "\u{1B}[?25l"  // no cursor while it runs about
        if isWhole { output += "\u{1B}[0m\u{1B}[2J" }
        for (row, cells) in canvas.cells.enumerated() where isWhole || shown?.cells[row] != cells {
            output += "\u{1B}[\(row + 1);1H"
            if !isWhole { output += "\u{1B}[0m\u{1B}[2K" }
            output += rowContent(cells)
            if canvas.overlay?.covers(row) == true { isOverlayWritten = true }
        }
        if isOverlayWritten, let overlay = canvas.overlay {
            output += "\u{1B}[\(overlay.position.row + 1);\(overlay.position.column + 1)H\(overlay.sequence)"
        }
        if let caret = canvas.caret {
            output += "\u{1B}[\(caret.row + 1);\(caret.column + 1)H\u{1B}[?25h"
        }
        shown = canvas
        return output
    }

    /// The glyphs and styles of a row, for a blank row with the cursor at its beginning.
    private func rowContent(_ cells: [TerminalCanvas.Cell]) -> String {
        let end = cells.lastIndex { $0 != .blank }.map { $0 + 1 } ?? 0
        var output = ""
        var style = TerminalStyle.plain
        for (column, cell) in cells[..<end].enumerated() {
            guard let glyph = cell.glyph else { continue }
            if cell.style != style {
                style = cell.style
                output += style.escapeSequence(colors)
            }
            output.append(glyph.character)
            if !glyph.isWidthCertain { output += "\u{1B}[\(column + glyph.columns + 1)G" }
        }
        return style == .plain ? output : output + TerminalStyle.plain.escapeSequence(colors)
    }
}
