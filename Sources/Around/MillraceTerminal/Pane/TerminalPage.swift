/// A text that covers the whole terminal, above hints, with its scroll position: a page of help.
///
/// ```swift
/// let page = TerminalPage(keys.help, hints: [TerminalHint("esc", "back")], size: size, firstLine: 0)
/// let canvas = page.canvas
/// let firstLine = page.firstLine(after: .pageDown)
/// ```
///
/// A value that belongs to the screen, which keeps the scroll position.
public struct TerminalPage: Sendable {
    private let size: TerminalSize
    private let hints: [TerminalHint]
    private let pane: TerminalPane

    /// Lays out a text on a terminal. O(length).
    ///
    /// - Parameters:
    ///   - paragraphs: The text.
    ///   - hints: The hints of keys, on the last row. They are left out on a terminal of less than four rows.
    ///   - size: The size of the terminal.
    ///   - firstLine: How many lines are scrolled away, as far as there are so many.
    public init(_ paragraphs: [TerminalPane.Paragraph], hints: [TerminalHint], size: TerminalSize, firstLine: Int) {
        self.size = size
        self.hints = hints
        pane = TerminalPane(paragraphs, size: Self.region(size).size, firstLine: firstLine)
    }

    /// How many lines are scrolled away after a key; nil if the key does not scroll, and so closes the page.
    public func firstLine(after key: TerminalKey) -> Int? {
        var pane = pane
        return pane.move(key) ? pane.firstLine : nil
    }

    /// The page, drawn.
    public var canvas: TerminalCanvas {
        var canvas = TerminalCanvas(size: size)
        let region = Self.region(size)
        canvas.draw(pane, in: region)
        let below = TerminalSize(columns: size.columns, rows: size.rows - region.size.rows)
        canvas.draw(hints, in: TerminalRegion(row: region.size.rows, size: below))
        return canvas
    }

    /// The part of the terminal above the hints.
    private static func region(_ size: TerminalSize) -> TerminalRegion {
        TerminalRegion(column: 0, row: 0, columns: size.columns, rows: size.rows - (size.rows >= 4 ? 1 : 0))
    }
}
