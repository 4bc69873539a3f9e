import MillraceTerminal

/// The page that shows all keys, over the whole terminal.
struct ChatHelp {
    private let size: TerminalSize
    private let pane: TerminalPane

    init(size: TerminalSize, firstLine: Int) {
        self.size = size
        pane = TerminalPane(ChatKeys.help, size: Self.region(size).size, firstLine: firstLine)
    }

    /// How far the page is scrolled after a key; nil where the key closes it.
    func firstLine(after key: TerminalKey) -> Int? {
        var pane = pane
        return pane.move(key) ? pane.firstLine : nil
    }

    var canvas: TerminalCanvas {
        var canvas = TerminalCanvas(size: size)
        let region = Self.region(size)
        canvas.draw(pane, in: region)
        let below = size.rows - region.size.rows
        let hints = TerminalRegion(column: 0, row: region.size.rows, columns: size.columns, rows: below)
        canvas.draw(ChatKeys.helpHints, in: hints)
        return canvas
    }

    /// The part of the terminal above the hints.
    private static func region(_ size: TerminalSize) -> TerminalRegion {
        TerminalRegion(column: 0, row: 0, columns: size.columns, rows: size.rows - (size.rows >= 4 ? 1 : 0))
    }
}
