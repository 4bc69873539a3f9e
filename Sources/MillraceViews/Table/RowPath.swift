/// Where a row stands: the index of its section and its index in that section.
///
/// Paths are ordered as rows are read, from top to bottom.
public struct RowPath: Hashable, Comparable, Sendable {
    /// The index of the section in the table.
    public var section: Int

    /// The index of the row in the section.
    public var row: Int

    /// Makes a path.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Whether one path stands above another.
    public static func < (lhs: RowPath, rhs: RowPath) -> Bool {
        (lhs.section, lhs.row) < (rhs.section, rhs.row)
    }
}

extension RowPath: CustomStringConvertible {
    /// The path as `section.row`.
    public var description: String { "\(section).\(row)" }
}
