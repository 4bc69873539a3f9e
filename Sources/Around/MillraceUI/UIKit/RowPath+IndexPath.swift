#if canImport(UIKit) && !os(watchOS)
import MillraceData
import MillraceViews
import UIKit

extension RowPath {
    /// Creates the path of a row from an index path of a table or collection view.
    ///
    /// - Parameter path: The index path, of a section and a row or an item.
    public init(_ path: IndexPath) { self.init(section: path.section, row: path.item) }
}

extension IndexPath {
    /// Creates the index path of a row.
    ///
    /// - Parameter path: The path of the row.
    public init(_ path: RowPath) { self.init(item: path.row, section: path.section) }
}
#endif
