import MillraceData
import MillraceSignals
import MillraceViews

/// Shows a list of ready-made rows in a part of a terminal, with a cursor that keys move.
///
/// It is bound to an observable list, or to a live view, of whose rows it reads those that are seen. The visible list
/// is an observable too, from which a screen makes its canvas:
///
/// ```swift
/// let renderer = TerminalPlainListRenderer()
/// let binding = names.bind(to: renderer)   // an `Observable<ListModel<ListRow>>`
/// let canvas = combine(renderer.list, application.size).map { list, size in
///     var canvas = TerminalCanvas(size: size)
///     canvas.draw(list, in: TerminalRegion(size: size))
///     return canvas
/// }
/// ```
///
/// Tell it the size of its region with ``resize(to:)`` when you lay out the screen. It is confined to the isolation
/// domain of the list that it is bound to.
public final class TerminalPlainListRenderer: ListRenderer, LiveListRenderer {
    private let shown = Variable(TerminalPlainList(ListModel<ListRow>(), size: TerminalSize(columns: 0, rows: 0)))

    /// Creates a renderer that shows the empty list in a region of size zero.
    public init() {}

    /// The list to draw, which changes with each batch, move and resize.
    ///
    /// A batch is delivered to an observer, so this changes in the turn after that of the bound list.
    public var list: Observable<TerminalPlainList> { shown }

    /// The row under the cursor; `nil` in a list without rows.
    public var row: ListRow? { shown.value.row }

    /// Shows a model. The cursor stays on its row; if the row is gone, it stays at its position.
    public func render(_ model: ListModel<ListRow>, changes: SectionChanges) {
        shown.update { $0.show(LiveList(model), changes) }
    }

    /// Shows live rows. The cursor stays on its row; if the row is gone, it stays at its position.
    public func render(_ list: LiveList<ListRow>, changes: SectionChanges?) {
        shown.update { $0.show(list, changes) }
    }

    /// Changes the size of the region. The cursor's row stays visible.
    public func resize(to size: TerminalSize) {
        shown.update { $0.resize(to: size) }
    }

    /// Moves the cursor to the row that is seen at a place, as where the mouse is clicked.
    ///
    /// - Parameter row: Counted from zero, from the top of the region.
    /// - Returns: The target there; `nil` for the title and for lines that the list does not fill.
    @discardableResult
    public func click(row: Int) -> TerminalListTarget? {
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
