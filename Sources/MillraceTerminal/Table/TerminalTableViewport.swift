import MillraceViews

/// The visible part of a table, and the row with the cursor.
///
/// A value that belongs to the screen, not to the view model; it is adapted to each model. The cursor stays on its row,
/// by identity, wherever a new model puts it.
public struct TerminalTableViewport: Equatable, Sendable {
    /// The position of the cursor; `nil` in a table without rows and before the first adaptation.
    public private(set) var cursor: RowPath?

    private var identity: String?
    private var number = 0

    /// The first visible line, as counted by ``TerminalTableLines``.
    private(set) var firstLine = 0

    /// Creates a viewport at the top of a table.
    public init() {}

    /// Follows the cursor's row in a model, and scrolls as little as possible to keep it visible.
    ///
    /// If the row is gone, the cursor stays at its position. If identities repeat, the row nearest to the last position
    /// is followed. O(sections) if the row has not moved; O(rows) if it has to be searched.
    ///
    /// - Parameters:
    ///   - size: The size of the region in which the table is drawn.
    public mutating func adapt(to table: TableViewModel, size: TerminalSize) {
        let lines = TerminalTableLines(table)
        guard lines.rowCount > 0 else {
            self = TerminalTableViewport()
            return
        }
        if let identity, let found = Self.row(identity, in: table, lines, near: number) { number = found }
        put(onRow: number, of: table, lines, size)
    }

    /// Moves the cursor according to a key: arrows, page up and down, home and end.
    ///
    /// - Returns: Whether the key was one of these.
    public mutating func move(_ key: TerminalKey, in table: TableViewModel, size: TerminalSize) -> Bool {
        let page = max(1, table.bodyHeight(in: size) - 1)
        let target: Int
        switch key {
        case .up: target = number - 1
        case .down: target = number + 1
        case .pageUp: target = number - page
        case .pageDown: target = number + page
        case .home: target = 0
        case .end: target = .max
        default: return false
        }
        let lines = TerminalTableLines(table)
        if lines.rowCount > 0 { put(onRow: target, of: table, lines, size) }
        return true
    }

    private mutating func put(
        onRow target: Int,
        of table: TableViewModel,
        _ lines: TerminalTableLines,
        _ size: TerminalSize
    ) {
        number = min(max(target, 0), lines.rowCount - 1)
        let path = lines.path(ofRow: number)
        cursor = path
        identity = table[path].id
        scroll(lines, height: table.bodyHeight(in: size))
    }

    /// Makes the row visible and, as far as there is room, first the lines above it up to the previous row, then those
    /// below it down to the next; shows no line beyond the last one.
    private mutating func scroll(_ lines: TerminalTableLines, height: Int) {
        let (line, neighborhood) = lines.neighborhood(ofRow: number)
        firstLine = max(firstLine, neighborhood.upperBound - height)
        firstLine = min(firstLine, neighborhood.lowerBound, max(0, lines.count - height))
        firstLine = max(firstLine, line - height + 1)
    }

    /// Returns the number of the row with an identity that is nearest to another number.
    private static func row(
        _ identity: String,
        in table: TableViewModel,
        _ lines: TerminalTableLines,
        near number: Int
    ) -> Int? {
        let start = min(number, lines.rowCount - 1)
        func has(_ number: Int) -> Bool {
            (0..<lines.rowCount).contains(number) && table[lines.path(ofRow: number)].id == identity
        }
        for distance in 0...max(start, lines.rowCount - 1 - start) {
            if has(start - distance) { return start - distance }
            if has(start + distance) { return start + distance }
        }
        return nil
    }
}

extension TableViewModel {
    /// Returns the number of lines of a region that are left below the title.
    func bodyHeight(in size: TerminalSize) -> Int {
        max(0, size.rows - (title == nil ? 0 : 1))
    }
}
