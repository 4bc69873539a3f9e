import MillraceData

extension Table: ComparedList {
    func compare(with new: Any, in walk: inout DifferenceWalk) {
        guard let new = new as? Table else { return walk.reportWhole(self, new) }
        walk.compareTables(self, new)
    }
}

extension DifferenceWalk {
    /// Compares two tables, and says what would be said of two arrays.
    ///
    /// O(k log n) for k changes if one table was made from the other; O(n) if elements have moved: of two that change
    /// places either may be named, and an array names one of them.
    mutating func compareTables<Element>(_ old: Table<Element>, _ new: Table<Element>) {
        let changes = new.changes(from: old)
        guard changes.moves.isEmpty else { return compareLists(Array(old), Array(new)) }
        for index in changes.deletions { reportRemoved(old[index], at: index) }
        for index in changes.insertions { reportInserted(new[index], at: index) }
        for pair in changes.modifications {
            within("[\(pair.new)]") { $0.compare(old[pair.old], new[pair.new]) }
        }
    }
}
