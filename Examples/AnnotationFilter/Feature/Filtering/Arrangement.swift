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

extension Arrangement {
    /// The heading of what begins with an annotation; one without a text where there shall be none.
    ///
    /// - Parameter sheets: The places of the sheets in the list, by their names.
    func heading(of start: Annotation, _ sheets: [String: Int]) -> SheetHeading {
        grouping?.heading(of: start, sheets) ?? SheetHeading(key: SortKey(number: 0), text: "")
    }

    /// What threads are sorted by: the same for all in the order of the sheet.
    func key(of start: Annotation, _ sheets: [String: Int]) -> ThreadKey {
        ThreadKey(key: sorting?.key(of: start, sheets) ?? SortKey(number: 0), isDescending: isDescending)
    }
}

/// A heading of a list: what it says, which no other does, and where it stands.
public struct SheetHeading: Hashable, Comparable, Sendable, CustomStringConvertible {
    let key: SortKey
    let text: String

    /// Orders headings by what is common to all below them.
    public static func < (left: SheetHeading, right: SheetHeading) -> Bool {
        left.key == right.key ? left.text < right.text : left.key < right.key
    }

    /// What it says; empty where there is none.
    public var description: String { text }
}

/// What threads are sorted by, in either direction. What has no value stands last in both.
struct ThreadKey: Comparable {
    let key: SortKey
    let isDescending: Bool

    static func < (left: ThreadKey, right: ThreadKey) -> Bool {
        guard left.key.rank == right.key.rank else { return left.key < right.key }
        return left.isDescending ? left.key > right.key : left.key < right.key
    }
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
        let sheets = Sheet.places(sheet.names)
        var end = 0
        var threads = sheet.threads.map { thread in
            end += thread.rows.count
            let key = arrangement.key(of: thread.start, sheets)
            return (start: thread.start, positions: (end - thread.rows.count)..<end, key: key)
        }
        if arrangement.sorting != nil {
            threads.sort { $0.key == $1.key ? $0.positions.lowerBound < $1.positions.lowerBound : $0.key < $1.key }
        }
        let sections = Dictionary(grouping: threads) { arrangement.heading(of: $0.start, sheets) }
        self.sections = sections.sorted { $0.key < $1.key }
            .map { Section(heading: $0.key.text, positions: $0.value.flatMap(\.positions)) }
    }
}

extension Sheet {
    /// The places of the sheets in the list, by their names.
    static func places(_ names: [String]) -> [String: Int] {
        Dictionary(zip(names, names.indices)) { first, _ in first }
    }
}
