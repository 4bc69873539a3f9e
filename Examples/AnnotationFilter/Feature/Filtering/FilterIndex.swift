import Millrace

/// Every filter that the annotations of a sheet give rise to, group by group.
public struct FilterIndex: Sendable {
    /// A filter, with how many annotations have its value.
    fileprivate struct Entry: Identifiable {
        let id: FilterKey
        let filter: Filter
        var count: Int
    }

    /// The filters of each group, in the panel's order.
    private var entries: [Table<Entry>]

    private static let groups = FilterGroup.allCases

    /// Goes through the annotations once for each group. Cost: O(annotations × groups).
    init(_ threads: [SheetThread]) {
        entries = Self.groups.map { group in
            var found: [FilterKey: Entry] = [:]
            // What repeats is counted before it is looked up.
            var last: Entry?
            func note(_ entry: Entry?) {
                if let entry { found[entry.id, default: entry.uncounted].count += entry.count }
            }
            for thread in threads {
                for row in thread.rows {
                    if last?.id == group.key(of: row.annotation) {
                        last?.count += 1
                    } else {
                        note(last)
                        last = Entry(row.annotation, in: group, count: 1)
                    }
                }
            }
            note(last)
            return Table(found.values.sorted { group.isOrdered($0.filter.value, $1.filter.value) })
        }
    }

    /// All filters, group by group, in the panel's order.
    public var filters: [Filter] { entries.flatMap { $0.map(\.filter) } }

    /// Counts another annotation. Cost: O(groups × log filters).
    mutating func insert(_ annotation: Annotation) {
        for group in Self.groups { insert(annotation, in: group) }
    }

    /// Counts an annotation in place of another one. Cost: like ``insert(_:)``.
    mutating func replace(_ old: Annotation, by new: Annotation) {
        for group in Self.groups where group.key(of: old) != group.key(of: new) {
            remove(old, in: group)
            insert(new, in: group)
        }
    }

    private mutating func insert(_ annotation: Annotation, in group: FilterGroup) {
        let new = Entry(annotation, in: group, count: 1)
        if entries[group.column].contains(id: new.id) {
            entries[group.column][id: new.id]?.count += 1
            return
        }
        var places = entries[group.column].indices
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let isBefore = group.isOrdered(entries[group.column][middle].filter.value, new.filter.value)
            places = isBefore ? (middle + 1)..<places.upperBound : places.lowerBound..<middle
        }
        entries[group.column].insert(new, at: places.lowerBound)
    }

    private mutating func remove(_ annotation: Annotation, in group: FilterGroup) {
        let key = group.key(of: annotation)
        let isLast = entries[group.column][id: key]?.count == 1
        if isLast { entries[group.column][id: key] = nil } else { entries[group.column][id: key]?.count -= 1 }
    }
}

extension FilterIndex.Entry {
    /// The filter that an annotation passes in a group.
    fileprivate init(_ annotation: Annotation, in group: FilterGroup, count: Int) {
        (id, self.count) = (group.key(of: annotation), count)
        filter = Filter(group, group.value(of: annotation) ?? group.nameOfMissing)
    }

    /// The entry before its annotations are counted.
    fileprivate var uncounted: Self {
        var entry = self
        entry.count = 0
        return entry
    }
}

extension FilterIndex {
    /// The sheet's own filter that `filter` means; nil where no annotation has its value. They are the same, except
    /// that a colour may be written in capitals or not, and that a name which is shown for a value will do.
    public func known(_ filter: Filter) -> Filter? {
        if let entry = entries[filter.group.column][id: filter.group.key(of: filter.value)] { return entry.filter }
        // By the name that is shown, if it is the only one of that name.
        let named = filters(in: filter.group).filter {
            let name = filter.group.name(of: $0.value)
            return [name, name.split(separator: " ").first.map(String.init)].contains(filter.value)
        }
        return named.count == 1 ? named[0] : nil
    }

    /// The filters of one group, in the panel's order.
    public func filters(in group: FilterGroup) -> [Filter] { entries[group.column].map(\.filter) }

    /// The filters of a group, with what `count` gives for their keys.
    func choices(in group: FilterGroup, _ count: (FilterKey) -> Int) -> [FilterChoice] {
        entries[group.column].map { FilterChoice(filter: $0.filter, count: count($0.id)) }
    }
}

extension FilterGroup {
    /// Where the group stands among all.
    fileprivate var column: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Set<Filter> {
    /// The filters of all groups but one: what the counts of that group are counted by.
    func ignoring(_ group: FilterGroup) -> Set<Filter> { filter { $0.group != group } }

    /// Whether an annotation passes these filters, made ready to be asked of many.
    var condition: (SheetThread.Row) -> Bool {
        let keys = Dictionary(grouping: self, by: \.group).map { group, filters in
            (group: group, keys: Set<FilterKey>(filters.map { group.key(of: $0.value) }))
        }
        return { row in keys.allSatisfy { $0.keys.contains($0.group.key(of: row.annotation)) } }
    }
}
