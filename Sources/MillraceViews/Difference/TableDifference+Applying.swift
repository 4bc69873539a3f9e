extension TableViewModel {
    /// Returns this model with a difference applied: `a.applying(b.difference(from: a)) == b`.
    ///
    /// Takes new content from the difference only, never from the model that it was made for. So this is the
    /// specification of what a renderer does with a batch: remove elements from the old sections, rearrange the
    /// sections, insert elements into the new ones, update in place. O(n) for n rows in the sections that changed.
    ///
    /// - Returns: `nil` if the difference does not fit this model, like the standard library's `applying(_:)`.
    public func applying(_ difference: TableDifference) -> TableViewModel? {
        var result = self
        if let title = difference.title { result.title = title.text }
        guard result.remove(difference.rows.leaving),
            result.rearrangeSections(difference.sections),
            result.insert(difference.rows.arriving { self[$0] })
        else { return nil }
        for update in difference.rows.updates {
            guard result.contains(update.new) else { return nil }
            result[update.new] = update.element
        }
        return result
    }

    private func contains(_ path: RowPath) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
    }

    private mutating func remove(_ paths: [RowPath]) -> Bool {
        for (section, paths) in Dictionary(grouping: paths, by: \.section) {
            guard sections.indices.contains(section),
                let rows = sections[section].rows.removing(at: paths.map(\.row))
            else { return false }
            sections[section].rows = rows
        }
        return true
    }

    private mutating func rearrangeSections(_ changes: TableChanges<Int, TableSection>) -> Bool {
        guard !changes.isEmpty else { return true }
        guard let staying = sections.removing(at: changes.leaving),
            let rearranged = staying.inserting(changes.arriving { sections[$0] }.map { ($0.new, $0.element) })
        else { return false }
        sections = rearranged
        for update in changes.updates {
            guard sections.indices.contains(update.new) else { return false }
            sections[update.new].header = update.element.header
            sections[update.new].footer = update.element.footer
        }
        return true
    }

    private mutating func insert(_ arrivals: [TableChanges<RowPath, TableRow>.Insertion]) -> Bool {
        for (section, arrivals) in Dictionary(grouping: arrivals, by: \.new.section) {
            guard sections.indices.contains(section),
                let rows = sections[section].rows.inserting(arrivals.map { ($0.new.row, $0.element) })
            else { return false }
            sections[section].rows = rows
        }
        return true
    }
}

extension TableChanges {
    /// The old positions of everything that is removed, including moved elements, ascending.
    fileprivate var leaving: [Position] { (deletions + moves.map(\.old)).sorted() }

    /// Everything that is inserted, at its new positions, ascending.
    fileprivate func arriving(from old: (Position) -> Element) -> [Insertion] {
        (insertions + moves.map { Insertion(new: $0.new, element: old($0.old)) }).sorted { $0.new < $1.new }
    }
}

extension Array {
    /// Returns the array without the elements at ascending indices; `nil` if one is out of bounds or repeated.
    fileprivate func removing(at ascending: [Int]) -> [Element]? {
        var result: [Element] = []
        result.reserveCapacity(count)
        var start = 0
        for index in ascending {
            guard index >= start, index < count else { return nil }
            result += self[start..<index]
            start = index + 1
        }
        return result + self[start...]
    }

    /// Returns the array with elements inserted at ascending indices of the result; `nil` if there are too few others
    /// to fill the positions between.
    fileprivate func inserting(_ ascending: [(index: Int, element: Element)]) -> [Element]? {
        var result: [Element] = []
        result.reserveCapacity(count + ascending.count)
        var others = self[...]
        for arrival in ascending {
            let between = arrival.index - result.count
            guard between >= 0, between <= others.count else { return nil }
            result += others.prefix(between)
            others = others.dropFirst(between)
            result.append(arrival.element)
        }
        return result + others
    }
}
