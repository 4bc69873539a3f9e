/// The number of columns and rows of a terminal or of a part of it.
public struct TerminalSize: Hashable, Sendable {
    /// The number of columns; never negative.
    public let columns: Int

    /// The number of rows; never negative.
    public let rows: Int

    /// Creates a size; negative numbers become zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A rectangle of cells. Rows and columns count from zero at the top left.
public struct TerminalRegion: Hashable, Sendable {
    /// The first column.
    public let column: Int

    /// The first row.
    public let row: Int

    /// The size of the region.
    public let size: TerminalSize

    /// Creates a region of a size.
    public init(column: Int = 0, row: Int = 0, size: TerminalSize) {
        self.column = column
        self.row = row
        self.size = size
    }

    /// Creates a region; negative numbers of columns and rows become zero.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(column: column, row: row, size: TerminalSize(columns: columns, rows: rows))
    }
}
