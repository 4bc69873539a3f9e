/// Decides what a query leaves of a sheet. The store is handed one at construction.
public protocol FilterService: Sendable {
    /// What `query` leaves of `sheet`. The same arguments give the same result.
    func apply(_ query: FilterQuery, to sheet: Sheet) -> FilterResult
}

/// What a query leaves of a sheet.
public struct FilterResult: Equatable, Sendable {
    /// The positions of the visible annotations in the sheet, in order.
    public var visible: [Int]
    /// Every filter of the sheet with its count, group by group in the panel's order.
    public var choices: [FilterChoice]

    /// A result; without arguments that of a sheet without annotations.
    public init(visible: [Int] = [], choices: [FilterChoice] = []) {
        self.visible = visible
        self.choices = choices
    }

    /// The filters of one group with their counts, in the panel's order.
    public func choices(in group: FilterGroup) -> [FilterChoice] {
        choices.filter { $0.filter.group == group }
    }
}

/// A filter and how many annotations it would leave.
///
/// The count is that of the annotations which the filter itself lets pass and which also pass the search and every
/// *other* group. So it says what one would see if the filter were the only one that is on in its group; the counts
/// of a group do not change by switching filters of that group, and while one of them is on alone, its count is the
/// number of annotations that are visible.
public struct FilterChoice: Equatable, Sendable {
    /// The filter.
    public var filter: Filter
    /// How many annotations it would leave.
    public var count: Int

    /// A filter with its count.
    public init(_ filter: Filter, count: Int) {
        self.filter = filter
        self.count = count
    }
}
