/// Computes the result of a query on a sheet. The store receives a service at construction.
public protocol FilterService: Sendable {
    /// The result of `query` on `sheet`. The same arguments give the same result.
    func apply(_ query: FilterQuery, to sheet: Sheet) -> FilterResult
}

/// The result of a query on a sheet.
public struct FilterResult: Equatable, Sendable {
    /// The positions of the visible annotations in the sheet, in order.
    public var visible: [Int]
    /// Every filter of the sheet with its count, group by group in the panel's order.
    public var choices: [FilterChoice]

    /// Makes a result; without arguments that of a sheet without annotations.
    public init(visible: [Int] = [], choices: [FilterChoice] = []) {
        self.visible = visible
        self.choices = choices
    }

    /// The filters of one group with their counts, in the panel's order.
    public func choices(in group: FilterGroup) -> [FilterChoice] {
        choices.filter { $0.filter.group == group }
    }
}

/// A filter with the number of annotations that it would leave.
///
/// The count is the number of annotations that pass the filter, the search and all *other* groups. It is what would be
/// visible if the filter were the only one that is on in its group. Switching filters of a group does not change the
/// counts of that group; if one of them is on alone, its count is the number of visible annotations.
public struct FilterChoice: Equatable, Sendable {
    /// The filter.
    public var filter: Filter
    /// The number of annotations that it would leave.
    public var count: Int

    /// Makes a filter with its count.
    public init(_ filter: Filter, count: Int) {
        self.filter = filter
        self.count = count
    }
}
