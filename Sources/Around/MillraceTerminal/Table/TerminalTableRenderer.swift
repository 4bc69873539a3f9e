import MillraceData
import MillraceSignals
import MillraceViews

/// Shows a table view model in a part of a terminal, with a cursor that keys move.
///
/// It is bound to an observable table, or to a live view, of whose rows it reads those that are seen. What it shows is
/// an observable too, from which a screen makes its canvas:
///
/// ```swift
/// let list = TerminalTableRenderer()
/// let binding = names.bind(to: list)   // an `Observable<TableViewModel>`
/// let canvas = combine(list.table, application.size).map { table, size in
///     var canvas = TerminalCanvas(size: size)
///     canvas.draw(table, in: TerminalRegion(size: size))
///     return canvas
/// }
/// ```
///
/// Tell it the size of its region with ``resize(to:)`` when you lay out the screen. It is confined to the isolation
/// domain of the table that it is bound to.
public final class TerminalTableRenderer: TableRenderer, LiveTableRenderer {
    private let shown = Variable(TerminalTable(TableViewModel(), size: TerminalSize(columns: 0, rows: 0)))

    /// Creates a renderer that shows the empty table in a region of size zero.
    public init() {}

    /// The table to draw, which changes with each batch, move and resize.
    ///
    /// A batch is delivered to an observer, so this changes in the turn after that of the bound table.
    public var table: Observable<TerminalTable> { shown }

    /// The row under the cursor; `nil` in a table without rows.
    public var row: TableRow? { shown.value.row }

    /// Shows a model. The cursor stays on its row; if the row is gone, it stays at its position.
    public func render(_ model: TableViewModel, changes: SectionChanges) {
        shown.update { $0.show(LiveTable(model), changes) }
    }

    /// Shows live rows. The cursor stays on its row; if the row is gone, it stays at its position.
    public func render(_ table: LiveTable, changes: SectionChanges?) {
        shown.update { $0.show(table, changes) }
    }

    /// Changes the size of the region. The cursor's row stays visible.
    public func resize(to size: TerminalSize) {
        shown.update { $0.resize(to: size) }
    }

    /// What is seen at a place.
    public enum Target: Equatable, Sendable {
        /// A row, and whether the cursor was on it before.
        case row(wasUnderCursor: Bool)
        /// The header or the footer of the section with this identity.
        case header(String)
    }

    /// Moves the cursor to the row that is seen at a place, as where the mouse is clicked.
    ///
    /// - Parameter row: Counted from zero, from the top of the region.
    /// - Returns: What is seen there; `nil` for the title and for what the table does not fill.
    @discardableResult
    public func click(row: Int) -> Target? {
        shown.update { $0.go(toSeen: row) }
    }

    /// Moves the cursor as a key says.
    ///
    /// - Returns: Whether the key moves cursors: arrows, page up and down, home and end.
    @discardableResult
    public func move(_ key: TerminalKey) -> Bool {
        shown.update { $0.move(key) }
    }
}
