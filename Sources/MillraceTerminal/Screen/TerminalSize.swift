/// How many columns and rows a terminal, or a part of it, has.
public struct TerminalSize: Hashable, Sendable {
    /// The columns; never negative.
    public let columns: Int

    /// The rows; never negative.
    public let rows: Int

    /// Makes a size; what is negative becomes zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A rectangle of cells. Rows and columns count from zero, from the top left.
public struct TerminalRegion: Hashable, Sendable {
    /// The first column.
    public let column: Int

    /// The first row.
    public let row: Int

    /// How far the region reaches.
    public let size: TerminalSize

    /// Makes a region.
    public init(column: Int = 0, row: Int = 0, size: TerminalSize) {
        self.column = column
        self.row = row
        self.size = size
    }

    /// Makes a region; what is negative of columns and rows becomes zero.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(column: column, row: row, size: TerminalSize(columns: columns, rows: rows))
    }
}
