import MillraceViews

/// A renderer that shows a table view model on a whole terminal, with a cursor that keys move.
///
/// Each batch, move or resize draws one canvas; the ``TerminalSession`` or ``TerminalScreen`` that receives it writes
/// the rows that changed. O(cells + sections), however many rows the table has.
///
/// ```swift
/// let renderer = TerminalTableRenderer(size: session.size, draw: session.draw)
/// let binder = TableBinder(renderer)
/// ```
///
/// The renderer keeps alive what `draw` captures.
public final class TerminalTableRenderer: TableRenderer {
    private let draw: (TerminalCanvas) -> Void
    private var size: TerminalSize
    private var model = TableViewModel()
    private var viewport = TerminalTableViewport()

    /// Creates a renderer that shows the empty table.
    ///
    /// - Parameters:
    ///   - size: The terminal's size.
    ///   - draw: Receives each canvas.
    public init(size: TerminalSize, draw: @escaping (TerminalCanvas) -> Void) {
        self.size = size
        self.draw = draw
    }

    /// The position of the cursor; `nil` in a table without rows.
    public var cursor: RowPath? { viewport.cursor }

    /// Shows a model; the cursor stays on its row.
    public func render(_ model: TableViewModel, difference: TableDifference) {
        self.model = model
        redraw()
    }

    /// Draws for a terminal of another size, or again for the same one.
    public func resize(to size: TerminalSize) {
        self.size = size
        redraw()
    }

    /// Moves the cursor according to a key.
    ///
    /// - Returns: Whether the key moves cursors: arrows, page up and down, home and end.
    public func move(_ key: TerminalKey) -> Bool {
        guard viewport.move(key, in: model, size: size) else { return false }
        redraw()
        return true
    }

    private func redraw() {
        viewport.adapt(to: model, size: size)
        var canvas = TerminalCanvas(size: size)
        canvas.draw(model, in: TerminalRegion(size: size), viewport: viewport)
        draw(canvas)
    }
}
