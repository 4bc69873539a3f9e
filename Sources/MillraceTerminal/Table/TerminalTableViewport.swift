import MillraceViews

/// The part of a table that is seen, and the row that the cursor is on.
///
/// A value that belongs to the screen, not to the view model: it is adapted to each model, to which it is otherwise
/// indifferent. The cursor stays with its row, by identity, wherever a new model puts it.
public struct TerminalTableViewport: Equatable, Sendable {
    /// Where the cursor is; `nil` in a table without rows and before the first adaptation.
    public private(set) var cursor: RowPath?

    private var identity: String?
    private var number = 0

    /// The first line that is seen, of those that ``TerminalTableLines`` counts.
    private(set) var firstLine = 0

    /// Makes a viewport at the top of a table.
    public init() {}

    /// Follows the cursor's row in a model, and scrolls as little as possible so that it is seen.
    ///
    /// A row that is gone leaves the cursor at its place. Of equal identities the one nearest to the last place is
    /// followed. O(sections) where the row is where it was; O(rows) where it must be looked for.
    ///
    /// - Parameters:
    ///   - size: The size of the region that the table is drawn in.
    public mutating func adapt(to table: TableViewModel, size: TerminalSize) {
        let lines = TerminalTableLines(table)
        guard lines.rowCount > 0 else {
            self = TerminalTableViewport()
            return
        }
        if let identity, let found = Self.row(identity, in: table, lines, near: number) { number = found }
        put(onRow: number, of: table, lines, size)
    }

    /// Moves the cursor as a key says: arrows, page up and down, home and end.
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

    /// Sees the row and, as far as there is room, first what stands above it up to the row before, then what stands
    /// below it down to the next; no line beyond the last one.
    private mutating func scroll(_ lines: TerminalTableLines, height: Int) {
        let (line, neighborhood) = lines.neighborhood(ofRow: number)
        firstLine = max(firstLine, neighborhood.upperBound - height)
        firstLine = min(firstLine, neighborhood.lowerBound, max(0, lines.count - height))
        firstLine = max(firstLine, line - height + 1)
    }

    /// The number of the row with an identity that is nearest to another number.
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
    /// How many lines of a region are left below the title.
    func bodyHeight(in size: TerminalSize) -> Int {
        max(0, size.rows - (title == nil ? 0 : 1))
    }
}
