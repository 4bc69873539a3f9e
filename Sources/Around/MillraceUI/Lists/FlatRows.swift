import MillraceBase
import MillraceData
import MillraceViews

/// The rows of a list and its headers in one sequence, which is what a table view of AppKit shows: a section's header is a row above its rows.
struct FlatRows {
    /// The item at a position of the list.
    enum Item: Equatable {
        /// The header of a section.
        case header(Int)
        /// A row.
        case row(RowPath)
    }

    /// Where each section begins, and at the end where the next one would.
    private var starts = [0]
    private var hasHeader: [Bool] = []

    /// The number of rows and headers.
    var count: Int { starts[starts.count - 1] }

    /// An empty list.
    init() {}

    /// The sequence of a list. O(n) for n sections, however many rows they have.
    init<Row>(_ list: LiveList<Row>) {
        for position in 0..<list.sectionCount {
            let section = list[position]
            hasHeader.append(section.header != nil)
            starts.append(count + section.count + (section.header == nil ? 0 : 1))
        }
    }

    /// Whether a section has a header.
    func hasHeader(_ section: Int) -> Bool { hasHeader[section] }

    /// The positions of a section, with its header.
    func positions(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The position of a row. O(1).
    func position(of path: RowPath) -> Int { starts[path.section] + (hasHeader[path.section] ? 1 : 0) + path.row }

    /// The item at a position, which must exist. O(log n) for n sections.
    subscript(position: Int) -> Item {
        // The last section that begins here or before; sections without rows begin where the next one does.
        let section = (1..<starts.count - 1).partitioningIndex { starts[$0] > position } - 1
        let place = position - starts[section]
        guard hasHeader[section] else { return .row(RowPath(section: section, row: place)) }
        return place == 0 ? .header(section) : .row(RowPath(section: section, row: place - 1))
    }
}
