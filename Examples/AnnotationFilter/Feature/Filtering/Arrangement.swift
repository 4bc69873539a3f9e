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
    /// A heading with what stands below it.
    struct Section: Equatable, Sendable {
        /// What it says, which no other does; empty where there shall be no headings.
        let heading: String
        /// The positions in the sheet.
        let positions: [Int]
    }

    let sections: [Section]

    /// The positions in the sheet, in this order.
    var positions: [Int] { sections.flatMap(\.positions) }

    /// Cost: O(n) in the order of the sheet, O(n log n) in any other.
    init(_ sheet: Sheet, _ arrangement: Arrangement) {
        let annotations = sheet.annotations
        let sheets = Dictionary(zip(sheet.names, sheet.names.indices)) { first, _ in first }
        let starts = annotations.indices.filter { annotations[$0].answer == nil }
        var threads = zip(starts, starts.dropFirst() + [annotations.count]).map { $0..<$1 }
        if let column = arrangement.sorting {
            threads = Self.sorted(threads, arrangement.isDescending) { column.key(of: annotations[$0], sheets) }
        }
        var found: [String: (key: SortKey, positions: [Int])] = [:]
        for thread in threads {
            let heading = arrangement.grouping?.heading(of: annotations[thread.lowerBound], sheets)
            let (key, text) = heading ?? (SortKey(number: 0), "")
            // Of several keys with one text, the first counts.
            var section = found.removeValue(forKey: text) ?? (key, [])
            section.key = min(section.key, key)
            section.positions += thread
            found[text] = section
        }
        sections = found.sorted { ($0.value.key, $0.key) < ($1.value.key, $1.key) }
            .map { Section(heading: $0.key, positions: $0.value.positions) }
    }

    /// Threads in the order of the keys of their starts. What has no value stands last in either direction.
    private static func sorted(
        _ threads: [Range<Int>],
        _ isDescending: Bool,
        _ key: (Int) -> SortKey
    ) -> [Range<Int>] {
        threads.map { (thread: $0, key: key($0.lowerBound)) }
            .sorted { left, right in
                if left.key == right.key { return left.thread.lowerBound < right.thread.lowerBound }
                guard left.key.rank == right.key.rank else { return left.key < right.key }
                return isDescending ? left.key > right.key : left.key < right.key
            }
            .map(\.thread)
    }
}
