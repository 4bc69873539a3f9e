import MillraceData
import MillraceViews

/// A list on a terminal: its visible part, and the row with the cursor.
///
/// A value that a ``TerminalPlainListRenderer`` keeps up to date, and that ``TerminalCanvas/draw(_:in:isFocused:)`` draws.
public struct TerminalPlainList: Sendable {
    /// What the list shows.
    private(set) var content: LiveList<ListRow>
    private(set) var lines: RowLines
    private var size: TerminalSize
    private var number = 0

    /// The first visible line, as counted by ``RowLines``.
    private(set) var firstLine = 0

    /// Creates a list with the cursor on its first row.
    ///
    /// - Parameters:
    ///   - model: The view model to show.
    ///   - size: The size of its region.
    public init(_ model: ListModel<ListRow>, size: TerminalSize) {
        content = LiveList(model)
        lines = RowLines(content)
        self.size = size
        put(onRow: 0)
    }

    /// The position of the cursor; `nil` in a list without rows.
    var cursor: RowPath? { lines.rowCount == 0 ? nil : lines.path(ofRow: number) }

    /// The row under the cursor; `nil` in a list without rows.
    public var row: ListRow? { cursor.map { content[$0] } }

    /// Shows other rows. The cursor stays on its row; if the row is gone, it stays at its position.
    ///
    /// O(k log n) for k changes, where the rows of an inserted section count as changes, and O(rows) where these are not
    /// known.
    mutating func show(_ list: LiveList<ListRow>, _ changes: SectionChanges?) {
        let identity = row?.id
        let followed = cursor.flatMap { cursor in changes?.newPosition(of: cursor) }
        content = list
        if let changes { lines.apply(changes, to: list) } else { lines = RowLines(list) }
        let path = followed ?? identity.flatMap { content.firstPath(of: $0, insertedBy: changes) }
        put(onRow: path.map(lines.number(at:)) ?? number)
    }

    /// Moves the cursor according to a key. Returns whether the key moves cursors.
    mutating func move(_ key: TerminalKey) -> Bool {
        let page = max(1, height - 1)
        switch key {
        case .up: put(onRow: number - 1)
        case .down: put(onRow: number + 1)
        case .pageUp: put(onRow: number - page)
        case .pageDown: put(onRow: number + page)
        case .home: put(onRow: 0)
        case .end: put(onRow: .max)
        default: return false
        }
        return true
    }

    /// Goes to the row that is seen at a row of the region. Returns the target at that place.
    mutating func go(toSeen row: Int) -> TerminalListTarget? {
        let line = firstLine + row - (content.title == nil ? 0 : 1)
        guard row >= size.rows - height, row < size.rows, (0..<lines.count).contains(line) else { return nil }
        switch lines[line] {
        case .header(let section), .footer(let section): return .header(content[section].id)
        case .row(let path):
            let wasUnderCursor = path == cursor
            number = lines.number(at: path)  // it is in sight, and nothing moves below the mouse
            return .row(wasUnderCursor: wasUnderCursor)
        }
    }

    /// Takes another room.
    mutating func resize(to size: TerminalSize) {
        self.size = size
        put(onRow: number)
    }

    /// The number of lines below the title.
    var height: Int { max(0, size.rows - (content.title == nil ? 0 : 1)) }

    private mutating func put(onRow target: Int) {
        number = max(0, min(target, lines.rowCount - 1))
        if lines.rowCount == 0 { firstLine = 0 } else { scroll() }
    }

    /// Makes the row visible and, as far as there is room, first the lines above it up to the previous row, then those
    /// below it down to the next; shows no line beyond the last one.
    private mutating func scroll() {
        let (line, neighborhood) = (lines.range(ofRow: number).lowerBound, lines.neighborhood(ofRow: number))
        firstLine = max(firstLine, neighborhood.upperBound - height)
        firstLine = min(firstLine, neighborhood.lowerBound, max(0, lines.count - height))
        firstLine = max(firstLine, line - height + 1)
    }
}
