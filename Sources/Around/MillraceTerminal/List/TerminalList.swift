import MillraceData
import MillraceViews

/// Rows of many lines on a terminal: the visible part, and the row with the cursor.
///
/// A value that a ``TerminalListRenderer`` keeps up to date, and that ``TerminalCanvas/draw(_:in:cursor:)`` draws. The
/// row with the cursor is always seen, at least in part.
public struct TerminalList<ID: Hashable & Sendable>: Sendable {
    /// The rows that it shows.
    public typealias Row = TerminalRow<ID>

    @usableFromInline var content: LiveList<Row>
    @usableFromInline var lines: RowLines
    @usableFromInline var size: TerminalSize
    /// The first visible line.
    @usableFromInline var firstLine = 0
    /// The number of the row with the cursor, if there are any.
    @usableFromInline var number = 0
    @usableFromInline let followsEnd: Bool
    /// Whether it stands where it begins, since nobody has moved it.
    @usableFromInline var isUntouched = true
    /// The row to go to as soon as there is one with this identity.
    @usableFromInline var awaited: ID?
    /// Is another number where the visible part may be another.
    @usableFromInline var picture: UInt64 = 0

    /// Creates a list with the cursor on its first row.
    ///
    /// - Parameters:
    ///   - model: The rows to show, which are read once.
    ///   - size: The size of its region.
    ///   - followsEnd: Whether it begins at its end, and follows it wherever the cursor is on the last row.
    @usableFromInline
    init(_ model: ListModel<Row>, size: TerminalSize, followsEnd: Bool = false) {
        content = LiveList(model)
        lines = RowLines(content) { $0.lines.count }
        self.size = size
        self.followsEnd = followsEnd
        goToBeginning()
    }

    /// The row under the cursor; `nil` in a list without rows.
    @export(implementation) public var row: Row? { lines.hasRows ? self[number] : nil }

    /// The number of rows, in all sections.
    @export(implementation) public var rowCount: Int { lines.rowCount }

    /// The number of lines of all rows, headers and footers. Where it is less than the list has room for, an app may draw
    /// it at the bottom. O(1).
    @export(implementation) public var lineCount: Int { lines.count }

    /// The positions of the rows of which something is seen, among the rows of all sections. O(log n).
    @export(implementation) public var seen: Range<Int> {
        let shown = firstLine..<min(lines.count, firstLine + height)
        guard let last = shown.last else { return min(number, rowCount)..<min(number, rowCount) }
        let first = boundary(of: shown.lowerBound, isUpper: false)
        return first..<max(first, boundary(of: last, isUpper: true))
    }

    /// Whether the last line is seen, and the cursor is on the last row.
    @export(implementation) public var isAtEnd: Bool {
        firstLine + height >= lines.count && (!lines.hasRows || lines.row(after: number) == nil)
    }

    /// The number of lines below the title.
    @export(implementation) var height: Int { max(0, size.rows - (content.title == nil ? 0 : 1)) }

    /// The position of the cursor; `nil` in a list without rows.
    @export(implementation) var cursor: RowPath? { lines.hasRows ? lines.path(ofRow: number) : nil }

    @export(implementation)
    subscript(number: Int) -> Row { content[lines.path(ofRow: number)] }

    /// The first row that is in a line or behind it, or the row behind the last one that is in a line or before it.
    @export(implementation)
    func boundary(of line: Int, isUpper: Bool) -> Int {
        switch lines[line] {
        case .header(let section): lines.rows.offset(of: section)
        case .footer(let section): lines.rows.offset(of: section + 1)
        case .row(let path): lines.number(at: path) + (isUpper ? 1 : 0)
        }
    }

    /// Takes another room.
    @export(implementation)
    mutating func resize(to size: TerminalSize) {
        let wasAtEnd = isAtEnd
        self.size = size
        if isUntouched || (followsEnd && wasAtEnd) { return goToBeginning() }
        settle()
        if lines.hasRows, lines.range(ofRow: number).count <= height { reveal() }
    }

    // MARK: Places

    @export(implementation)
    mutating func goToBeginning() { if followsEnd { goToEnd() } else { goToStart() } }

    @export(implementation)
    mutating func goToStart() {
        (number, firstLine) = (lines.row(after: -1) ?? 0, 0)
        settle()
    }

    @export(implementation)
    mutating func goToEnd() {
        (number, firstLine) = (lines.row(before: rowCount) ?? 0, lines.count)
        settle()
    }

    /// Shows no line beyond the ends, as far as there are enough, and something of the row with the cursor.
    @export(implementation)
    mutating func settle() {
        number = max(0, min(number, rowCount - 1))
        scrollWithinEnds()
        guard lines.hasRows else { return }
        if lines.range(ofRow: number).isEmpty { number = lines.row(after: number) ?? lines.row(before: number) ?? 0 }
        if !lines.range(ofRow: number).overlaps(shown) { reveal() }
    }

    /// The lines that are seen, and those that would be where there are less.
    @export(implementation) var shown: Range<Int> { firstLine..<(firstLine + height) }

    @export(implementation)
    mutating func scrollWithinEnds() { firstLine = max(0, min(firstLine, lines.count - height)) }

    /// Shows the row with the cursor, and as far as there is room first the lines above it up to the previous row, then
    /// those below it down to the next. Of a row that is higher than the list, one end is shown.
    ///
    /// - Parameter prefersBeginning: Whether that is the beginning also where the row begins above the visible part.
    @export(implementation)
    mutating func reveal(prefersBeginning: Bool = false) {
        let (own, around) = (lines.range(ofRow: number), lines.neighborhood(ofRow: number))
        let wasAbove = own.lowerBound < firstLine && !prefersBeginning
        firstLine = max(firstLine, around.upperBound - height)
        firstLine = min(firstLine, around.lowerBound)
        scrollWithinEnds()
        if own.count > height {
            firstLine = wasAbove ? own.upperBound - height : own.lowerBound
        } else {
            firstLine = min(max(firstLine, own.upperBound - height), own.lowerBound)
        }
    }
}
