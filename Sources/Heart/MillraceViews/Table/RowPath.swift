import MillraceData

/// The position of a row: the index of its section and its index in that section.
///
/// Paths are ordered from top to bottom.
public typealias RowPath = RowPosition
