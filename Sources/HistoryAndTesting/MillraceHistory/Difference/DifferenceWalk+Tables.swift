import MillraceData

extension Table: ComparedList {
    func compare<Sink>(with new: Any, in walk: inout DifferenceWalk<Sink>) {
        guard let new = new as? Table else { return walk.replace(self, by: new) }
        walk.compareTables(self, new)
    }
}

extension DifferenceWalk {
    /// Compares two tables, and reports the same as of two arrays.
    ///
    /// O(k log n) for k changes if one table was made from the other. A text of tables whose elements have moved costs
    /// O(n): of two that change places either may be named, and an array names one of them.
    mutating func compareTables<Element>(_ old: Table<Element>, _ new: Table<Element>) {
        let changes = new.changes(from: old)
        if changes.isEmpty { return }
        guard Sink.takesMovesOfTables || changes.moves.isEmpty else { return compareLists(Array(old), Array(new)) }
        let knowsRows = sink.knowsRows(of: new)
        func id(_ element: Element) -> Any? { knowsRows ? element.id : nil }
        sink.beginList()
        for index in changes.deletions { sink.removed(old[index], from: index, id: id(old[index]), at: path) }
        for index in changes.insertions { sink.inserted(new[index], at: index, id: id(new[index]), at: path) }
        var told: Set<Int> = []
        for pair in changes.moves {
            let (before, after) = (old[pair.old], new[pair.new])
            let needsMore = sink.moved(before, after, from: pair.old, to: pair.new, id: id(after), at: path)
            if !needsMore { told.insert(pair.new) }
        }
        for pair in changes.modifications where !told.contains(pair.new) {
            let step = knowsRows ? DifferenceStep.row(pair.new, id: new[pair.new].id) : .index(pair.new)
            within(step) { $0.compare(old[pair.old], new[pair.new]) }
        }
        sink.endList()
    }
}
