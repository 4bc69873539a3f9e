import Millrace

/// What filtering needs to know of each annotation, worked out once when a sheet is read: per group the number of the
/// one filter that it passes.
public struct FilterIndex: Sendable {
    /// An annotation by its position in the sheet. Live views are made of these: they are compared and copied for
    /// nothing.
    public struct Row: Identifiable, Equatable, Sendable {
        /// The position.
        public let id: Int
    }

    /// Every filter of the sheet, group by group, in the panel's order. A filter's position here is its number.
    public let filters: [Filter]
    /// A row for each annotation, in the sheet's order.
    public let rows: Table<Row>
    /// The numbers of the filters that each annotation passes: one a group, annotation by annotation.
    private let numbers: [Int32]
    private let numberOfKey: [FilterGroup: [FilterKey: Int32]]
    /// The texts that a search looks into, without what it does not care for.
    let folded: [String]

    private static let groups = FilterGroup.allCases

    /// Goes through the annotations once for each group. Cost: O(annotations × groups).
    init(_ annotations: [Annotation]) {
        var filters: [Filter] = []
        var numberOfKey: [FilterGroup: [FilterKey: Int32]] = [:]
        var numbers = [Int32](repeating: 0, count: annotations.count * Self.groups.count)
        for (column, group) in Self.groups.enumerated() {
            let keys = annotations.map { group.key(of: $0) }
            var values: [FilterKey: String] = [:]
            for (key, annotation) in zip(keys, annotations) where values[key] == nil {
                values[key] = group.value(of: annotation) ?? group.nameOfMissing
            }
            let sorted = values.sorted { group.isOrdered($0.value, $1.value) }
            let number = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), Int32(filters.count)...))
            for (row, key) in keys.enumerated() { numbers[row * Self.groups.count + column] = number[key] ?? 0 }
            numberOfKey[group] = number
            filters += sorted.map { Filter(group, $0.value) }
        }
        (self.filters, self.numbers, self.numberOfKey) = (filters, numbers, numberOfKey)
        rows = Table(annotations.indices.lazy.map { Row(id: $0) })
        folded = annotations.map(\.searchable.foldedForSearch)
    }

    /// The number of a filter; nil where no annotation of the sheet has its value.
    func number(of filter: Filter) -> Int32? { numberOfKey[filter.group]?[filter.group.key(of: filter.value)] }

    /// The number of the filter that a row passes in a group.
    func number(of row: Row, in group: FilterGroup) -> Int32 { numbers[row.id * Self.groups.count + group.column] }

    /// Whether a row passes the filters that are on, made ready to be asked of many.
    func condition(_ active: Set<Filter>) -> (Row) -> Bool {
        var isOn = [Bool](repeating: false, count: filters.count)
        for number in active.compactMap(number) { isOn[Int(number)] = true }
        let narrowing = Set(active.map(\.group)).map(\.column)
        let (numbers, width) = (numbers, Self.groups.count)
        return { [isOn] row in
            for column in narrowing where !isOn[Int(numbers[row.id * width + column])] { return false }
            return true
        }
    }
}

extension FilterIndex {
    /// The sheet's own filter that `filter` means; nil where no annotation has its value. They are the same, except
    /// that a colour may be written in capitals or not, and that a name which is shown for a value will do.
    public func known(_ filter: Filter) -> Filter? {
        if let number = number(of: filter) { return filters[Int(number)] }
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

    /// The filters of a group, with what `count` gives for their numbers.
    func choices(in group: FilterGroup, _ count: (Int32) -> Int) -> [FilterChoice] {
        filters.indices.filter { filters[$0].group == group }
            .map { FilterChoice(filter: filters[$0], count: count(Int32($0))) }
    }
}

extension FilterGroup {
    /// Where the group stands among all.
    fileprivate var column: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
