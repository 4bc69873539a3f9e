import MillraceTerminal

/// The layout of a list of annotations: its columns, its order and its headings.
public struct Arrangement: Hashable, Codable, Sendable {
    /// The columns of each row; empty for author, kind and text as a sentence.
    public var columns: [Column] = []
    /// The column that threads are sorted by; nil for the order of the sheet.
    public var sorting: Column?
    /// Whether the order is descending.
    public var isDescending = false
    /// The column whose values are the headings; nil for none.
    public var grouping: Column? = .page

    /// The order of the sheet, page by page.
    public init() {}
}

/// A sheet's annotations in the order of an arrangement: threads are sorted and grouped by what begins them, and
/// answers stay below what they answer.
struct SheetOrder: Equatable, Sendable {
    /// The positions in the sheet, in this order.
    let positions: [Int]
    /// The number of each annotation's heading, by its position in the sheet.
    let groups: [Int32]
    /// The headings; one that is empty where there shall be none.
    let headings: [String]

    /// Cost: O(n) in the order of the sheet, O(n log n) in any other.
    init(_ sheet: Sheet, _ arrangement: Arrangement) {
        let annotations = sheet.annotations
        var starts = annotations.indices.filter { annotations[$0].answer == nil }
        let ends = Array(starts.dropFirst()) + [annotations.count]
        let threads = Dictionary(uniqueKeysWithValues: zip(starts, ends))
        if let sorting = arrangement.sorting {
            let keys = Dictionary(uniqueKeysWithValues: starts.map { ($0, sorting.key(of: annotations[$0])) })
            starts.sort { left, right in
                guard let leftKey = keys[left], let rightKey = keys[right], leftKey != rightKey else {
                    return left < right
                }
                return arrangement.isDescending ? leftKey > rightKey : leftKey < rightKey
            }
        }
        if let sorting = arrangement.sorting, arrangement.isDescending {
            // What has no value stands last in either direction.
            let isMissing = { (start: Int) in sorting.value(of: annotations[start]).isEmpty }
            starts = starts.filter { !isMissing($0) } + starts.filter(isMissing)
        }
        let column = arrangement.grouping
        if arrangement.sorting != nil || column != .page {
            // A stable sort by the heading keeps the order within.
            let keys = starts.map { column?.key(of: annotations[$0]) ?? Column.SortKey(number: 0) }
            // Pages are those of one sheet after the other.
            let sheets = starts.map { column == .page ? annotations[$0].sheet ?? "" : "" }
            starts = starts.indices.sorted { (sheets[$0], keys[$0], $0) < (sheets[$1], keys[$1], $1) }
                .map { starts[$0] }
        }
        var (positions, groups) = ([Int](), [Int32](repeating: 0, count: annotations.count))
        var headings: [String] = []
        positions.reserveCapacity(annotations.count)
        for start in starts {
            let heading = column.map { Self.heading($0, of: annotations[start]) } ?? ""
            if headings.last != heading { headings.append(heading) }
            for position in start..<(threads[start] ?? start) {
                positions.append(position)
                groups[position] = Int32(headings.count - 1)
            }
        }
        (self.positions, self.groups, self.headings) = (positions, groups, headings)
    }

    private static func heading(_ column: Column, of annotation: Annotation) -> String {
        let value = column.value(of: annotation).oneLine
        if value.isEmpty { return "(no \(column.rawValue))" }
        return switch column {
        case .page: "Page \(value)\(annotation.sheet.map { ", \($0.oneLine)" } ?? "")"
        case .created, .modified: String(value.prefix(10))
        default: value
        }
    }
}
