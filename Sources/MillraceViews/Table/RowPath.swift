/// The position of a row: the index of its section and its index in that section.
///
/// Paths are ordered from top to bottom.
public struct RowPath: Hashable, Comparable, Sendable {
    /// The index of the section in the table.
    public var section: Int

    /// The index of the row in the section.
    public var row: Int

    /// Creates a path.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }

    /// Returns whether one path is above another.
    public static func < (lhs: RowPath, rhs: RowPath) -> Bool {
        (lhs.section, lhs.row) < (rhs.section, rhs.row)
    }
}

extension RowPath: CustomStringConvertible {
    /// The path as `section.row`.
    public var description: String { "\(section).\(row)" }
}
