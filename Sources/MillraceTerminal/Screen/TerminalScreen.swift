/// What a terminal shows, and how to make it show something else by writing only the rows that changed.
///
/// A pure value: it makes the bytes and leaves the writing to others. The sequences are those of ECMA-48 that every
/// terminal emulator knows.
public struct TerminalScreen: Sendable {
    /// The colours that may be written.
    public let colors: TerminalColorSupport

    private var shown: TerminalCanvas?

    /// Makes a screen of unknown content: the first canvas is written as a whole.
    public init(colors: TerminalColorSupport) {
        self.colors = colors
    }

    /// Forgets what is shown, so that the next canvas is written as a whole: for when others have written too.
    public mutating func invalidate() {
        shown = nil
    }

    /// Makes a canvas the one shown.
    ///
    /// A canvas of another size than the last one is written as a whole. O(cells) comparisons.
    ///
    /// - Returns: What to write to the terminal; empty where nothing changed.
    public mutating func update(to canvas: TerminalCanvas) -> String {
        guard canvas != shown else { return "" }
        let isWhole = shown?.size != canvas.size
        var output = "\u{1B}[?25l"  // no cursor while it runs about
        if isWhole { output += "\u{1B}[0m\u{1B}[2J" }
        for (row, cells) in canvas.cells.enumerated() where isWhole || shown?.cells[row] != cells {
            output += "\u{1B}[\(row + 1);1H"
            if !isWhole { output += "\u{1B}[0m\u{1B}[2K" }
            output += rowContent(cells)
        }
        if let caret = canvas.caret {
            output += "\u{1B}[\(caret.row + 1);\(caret.column + 1)H\u{1B}[?25h"
        }
        shown = canvas
        return output
    }

    /// A row's glyphs and styles, on a blank row, the cursor at its beginning.
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
