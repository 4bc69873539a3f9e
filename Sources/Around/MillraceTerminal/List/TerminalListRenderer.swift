import MillraceData
import MillraceSignals
import MillraceViews

/// Shows rows of many lines in a part of a terminal, with a cursor that keys move.
///
/// It is bound to a live view of rows, or to an observable list of them. The lines of a row are made once, best off the
/// graph's domain and near the screen first, for which it has the visible part:
///
/// ```swift
/// let renderer = TerminalListRenderer<Post.ID>()
/// let rows = posts.map(on: .main, nearest: renderer.firstSeen, with: width) { post, width in
///     TerminalRow(post.id, TerminalParagraph([TerminalSpan(post.text)]).lines(columns: width))
/// }
/// let binding = rows.bind(to: renderer)
/// ```
///
/// While rows above are still being made, come, go or change their height, the picture does not jump: the row under the
/// cursor stays at its place on the screen, as far as there are lines to fill it. If that row is gone, the row next to
/// it stays. Until the cursor is moved the list stands at its beginning, however many rows come.
///
/// A change of k rows costs O(k log n), and a move O(log n) and the visible part, however many rows and sections there
/// are; all rows are read at the beginning, and where everything is to be shown again. It is confined to the isolation
/// domain of the rows that it is bound to.
public final class TerminalListRenderer<ID: Hashable & Sendable>: ListRenderer, LiveListRenderer {
    /// The rows that it shows.
    public typealias Row = TerminalRow<ID>

    @usableFromInline let shown: Variable<TerminalList<ID>>

    /// The list to draw. Its value is always the present one; observers are notified where the visible part has
    /// changed.
    ///
    /// So nothing is drawn again for rows that arrive beyond the screen: observers are not notified of these. The
    /// visible part is the picture, the positions of the rows that are seen, the row under the cursor, and whether the
    /// end is seen. The number of rows is ``rowCount``.
    ///
    /// A batch is delivered to an observer, so this changes in the turn after that of the bound rows.
    public let list: Observable<TerminalList<ID>>

    /// Creates a renderer that shows no rows in a region of size zero.
    ///
    /// - Parameter followsEnd: Whether the list stands at its end at first, and shows rows that are added there as long
    ///   as the cursor is on the last row: a chat.
    @export(implementation)
    public init(followsEnd: Bool = false) {
        shown = Variable(
            TerminalList(ListModel(), size: TerminalSize(columns: 0, rows: 0), followsEnd: followsEnd)
        )
        let (input, output) = (shown.box, Box<TerminalList<ID>>())
        list = Observable(from: shown.upstream, box: output) { node in
            let present = input.value
            var hasChanged = true
            if output.holds(where: { former in
                hasChanged = !present.looksLike(former)
                return true
            }) {
                output.change(of: node) { letGoLater(exchange(&$0, with: present)) }
            } else {
                output.write(present, of: node)
            }
            return hasChanged
        }
    }

    /// The number of rows, in all sections. It emits each change.
    @export(implementation) public var rowCount: Observable<Int> { shown.map { $0.rowCount }.removeDuplicates() }

    /// The position of the first row of which something is seen, among the rows of all sections: the row to be made
    /// first. It emits each change.
    @export(implementation) public var firstSeen: Observable<Int> {
        shown.map { $0.seen.lowerBound }.removeDuplicates()
    }

    /// The row under the cursor; `nil` in a list without rows.
    @export(implementation) public var row: Row? { shown.value.row }

    /// Shows a model.
    public func render(_ model: ListModel<Row>, changes: SectionChanges) {
        change { $0.show(LiveList(model), changes) }
    }

    /// Shows live rows.
    @export(implementation)
    public func render(_ rows: LiveList<Row>, changes: SectionChanges?) {
        shown.update { list in
            if let changes, list.isBelow(changes, of: rows) { return list.showBelow(rows, changes) }
            list.picture &+= 1
            list.show(rows, changes)
        }
    }

    /// Changes the size of the region. The cursor's row stays visible. The width has no effect on the rows: make them
    /// anew.
    @export(implementation)
    public func resize(to size: TerminalSize) {
        change { $0.resize(to: size) }
    }

    /// Moves the cursor as a key says: up and down by a row, and by a line within a row that is higher than the list;
    /// by a page; to the first and the last row.
    ///
    /// - Returns: Whether the key moves cursors: arrows, page up and down, home and end.
    @discardableResult
    @export(implementation)
    public func move(_ key: TerminalKey) -> Bool {
        change { $0.move(key) }
    }

    /// Scrolls by lines, as far as there are any. The cursor goes to another row only if nothing of its own is seen, or
    /// to the last one at the end of a list that follows it.
    @export(implementation)
    public func scroll(by lines: Int) {
        change { $0.scroll(by: lines) }
    }

    /// Moves the cursor to the row that is seen at a place, as where the mouse is clicked.
    ///
    /// - Parameter row: Counted from zero, from the top of the region.
    /// - Returns: The target there; `nil` for the title and for lines that the list does not fill.
    @discardableResult
    @export(implementation)
    public func click(row: Int) -> TerminalListTarget? {
        change { $0.go(toSeen: row) }
    }

    /// Moves the cursor to the row with an identity, and shows it.
    ///
    /// If there is none yet, the list goes there as soon as it comes, unless the cursor is moved before.
    ///
    /// - Returns: Whether there is one. It is searched from the cursor outwards, in O(distance).
    @discardableResult
    @export(implementation)
    public func go(to id: ID) -> Bool {
        change { $0.go(to: id) }
    }

    /// Changes the list.
    @export(implementation)
    func change<Result>(_ body: (inout TerminalList<ID>) -> Result) -> Result {
        shown.update { list in
            list.picture &+= 1
            return body(&list)
        }
    }
}
