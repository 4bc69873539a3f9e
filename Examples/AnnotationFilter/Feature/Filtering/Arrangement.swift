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
        let starts = annotations.indices.filter { annotations[$0].answer == nil }
        let ends = Array(starts.dropFirst()) + [annotations.count]
        let threads = Dictionary(uniqueKeysWithValues: zip(starts, ends))
        let sheets = Dictionary(zip(sheet.names, sheet.names.indices)) { first, _ in first }
        let sorted = arrangement.sorting.map { column in
            Self.sorted(starts, arrangement.isDescending) { column.key(of: annotations[$0], sheets) }
        }
        let (headings, sections) = Self.grouped(sorted ?? starts) { start in
            arrangement.grouping?.heading(of: annotations[start], sheets) ?? (SortKey(number: 0), "")
        }
        var (positions, groups) = ([Int](), [Int32](repeating: 0, count: annotations.count))
        positions.reserveCapacity(annotations.count)
        for (group, starts) in sections.enumerated() {
            for start in starts {
                for position in start..<(threads[start] ?? start) {
                    positions.append(position)
                    groups[position] = Int32(group)
                }
            }
        }
        (self.positions, self.groups, self.headings) = (positions, groups, headings)
    }

    /// The starts of threads in the order of their keys. What has no value stands last in either direction.
    private static func sorted(_ starts: [Int], _ isDescending: Bool, _ key: (Int) -> SortKey) -> [Int] {
        starts.map { (start: $0, key: key($0)) }
            .sorted { left, right in
                if left.key == right.key { return left.start < right.start }
                guard left.key.rank == right.key.rank else { return left.key < right.key }
                return isDescending ? left.key > right.key : left.key < right.key
            }
            .map(\.start)
    }

    /// The headings in the order of their keys, and the starts of the threads below each, in the order given.
    ///
    /// There is one heading a text: of several keys with one text, the first counts.
    private static func grouped(
        _ starts: [Int],
        _ heading: (Int) -> (key: SortKey, text: String)
    ) -> (headings: [String], sections: [[Int]]) {
        var found: [String: (key: SortKey, starts: [Int])] = [:]
        for start in starts {
            let (key, text) = heading(start)
            found[text, default: (key, [])].starts.append(start)
            if let former = found[text]?.key, key < former { found[text]?.key = key }
        }
        let ordered = found.sorted { ($0.value.key, $0.key) < ($1.value.key, $1.key) }
        return (ordered.map(\.key), ordered.map(\.value.starts))
    }
}
