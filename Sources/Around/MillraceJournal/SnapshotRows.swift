package import Foundation
package import MillraceData

/// The rows of a snapshot, a thousand at a time.
package enum SnapshotRows {
    static var size: Int { 1_000 }

    /// Calls a function with the insertions of each piece; once also if there is no row.
    package static func forEach(of count: Int, _ body: (_ changes: RowChanges, _ isFirst: Bool) throws -> Void) rethrows
    {
        var start = 0
        repeat {
            var changes = RowChanges()
            changes.insertions = Array(start..<min(start + size, count))
            try body(changes, start == 0)
            start += size
        } while start < count
    }
}

/// A difference of rows that were there before, with the positions of those that differ so.
package struct RowDifference {
    package let data: Data

    /// Whether it takes the place of such a difference before it.
    package let isTouch: Bool
    package var positions: [Range<Int>]

    package init(_ data: Data, isTouch: Bool, at position: Int) {
        (self.data, self.isTouch, positions) = (data, isTouch, [position..<position + 1])
    }
}
