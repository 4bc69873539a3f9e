/// What filtering needs to know of each annotation, worked out once when a sheet is opened: per group the number of
/// the one filter that it passes, and its contents made ready for searching.
public struct FilterIndex: Sendable {
    /// Every filter of the sheet, group by group, in the panel's order. A filter's position here is its number.
    let filters: [Filter]
    /// The numbers of the filters that each annotation passes: one a group, annotation by annotation.
    let numbers: [Int32]
    /// How many annotations each filter lets pass.
    let totals: [Int]
    /// The contents of each annotation.
    let contents: SearchIndex
    /// The number of each filter, by its group and what its values share.
    private let numberOfFilter: [Filter: Int32]

    /// Goes through the annotations once. Cost: O(annotations and the length of their contents).
    init(_ annotations: [Annotation]) {
        var columns = FilterGroup.allCases.map(GroupColumn.init(group:))
        for annotation in annotations {
            for group in columns.indices { columns[group].append(annotation) }
        }

        var filters: [Filter] = []
        var numberOfFilter: [Filter: Int32] = [:]
        var numbers = [Int32](repeating: 0, count: annotations.count * columns.count)
        for (group, column) in columns.enumerated() {
            let places = column.places(from: filters.count)
            for (row, found) in column.values.enumerated() { numbers[row * columns.count + group] = places[found] }
            for (key, found) in column.numbers { numberOfFilter[Filter(column.group, key)] = places[found] }
            filters += column.sortedFilters
        }

        self.filters = filters
        self.numbers = numbers
        self.numberOfFilter = numberOfFilter
        self.totals = numbers.reduce(into: [Int](repeating: 0, count: filters.count)) { $0[Int($1)] += 1 }
        self.contents = SearchIndex(annotations)
    }

    /// The number of a filter; nil where no annotation of the sheet has its value.
    func number(of filter: Filter) -> Int? {
        let key = Filter(filter.group, filter.group.key(of: filter.value))
        return numberOfFilter[key].map(Int.init)
    }
}

extension FilterIndex {
    /// The sheet's own filter that `filter` means; nil where no annotation has its value. They are the same, except
    /// that a colour may be written in capitals or not, and that a name which is shown for a value will do.
    public func known(_ filter: Filter) -> Filter? {
        if let number = number(of: filter) { return filters[number] }
        // By the name that is shown, if it is the only one of that name.
        let named = filters(in: filter.group).filter {
            let name = filter.group.name(of: $0.value)
            return [name, name.split(separator: " ").first.map(String.init)].contains(filter.value)
        }
        return named.count == 1 ? named[0] : nil
    }

    /// The filters of one group, in the panel's order.
    public func filters(in group: FilterGroup) -> [Filter] {
        filters.filter { $0.group == group }
    }
}

/// The values of one group, numbered in the order in which they are met.
private struct GroupColumn {
    let group: FilterGroup
    /// The number of each annotation's value.
    private(set) var values: [Int] = []
    /// The number of each value, by what its spellings share.
    private(set) var numbers: [String: Int] = [:]
    /// The first spelling of each value.
    private var names: [String] = []

    init(group: FilterGroup) {
        self.group = group
    }

    mutating func append(_ annotation: Annotation) {
        let name = group.value(of: annotation) ?? group.nameOfMissing
        let key = group.key(of: name)
        if let known = numbers[key] {
            values.append(known)
        } else {
            numbers[key] = names.count
            values.append(names.count)
            names.append(name)
        }
    }

    private var order: [Int] { names.indices.sorted { group.isOrdered(names[$0], names[$1]) } }

    var sortedFilters: [Filter] { order.map { Filter(group, names[$0]) } }

    /// Where each value comes to stand in the panel, if the group begins at `start`.
    func places(from start: Int) -> [Int32] {
        var places = [Int32](repeating: 0, count: names.count)
        for (place, value) in order.enumerated() { places[value] = Int32(start + place) }
        return places
    }
}
