import MillraceData

extension TableViewModel {
    /// Returns this model with a difference applied: `a.applying(b.difference(from: a)) == b`.
    ///
    /// Takes new content from the difference only, never from the model that it was made for. So this is the
    /// specification of what a renderer does with a batch: remove elements from the old sections, rearrange the
    /// sections, insert elements into the new ones, update in place. O(n) for n rows in the sections that changed.
    ///
    /// - Returns: `nil` if the difference does not fit this model, like the standard library's `applying(_:)`.
    @export(implementation)
    public func applying(_ difference: TableDifference) -> TableViewModel? {
        var result = self
        if let title = difference.title { result.title = title.text }
        let (rows, sections) = (difference.rows, difference.sections)
        guard result.remove(rows.deletions + rows.moves.map(\.old)),
            result.rearrangeSections(sections),
            result.insert(rows.insertions.map { ($0.new, $0.element) } + rows.moves.map { ($0.new, self[$0.old]) })
        else { return nil }
        for update in rows.updates {
            guard result.contains(update.new) else { return nil }
            result[update.new] = update.element
        }
        return result
    }

    @export(implementation)
    func contains(_ path: RowPath) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].rows.indices.contains(path.row)
    }

    @export(implementation)
    mutating func remove(_ paths: [RowPath]) -> Bool {
        var leaving = [[Int]](repeating: [], count: sections.count)
        for path in paths {
            guard sections.indices.contains(path.section) else { return false }
            leaving[path.section].append(path.row)
        }
        for section in leaving.indices where !leaving[section].isEmpty {
            guard let rows = sections[section].rows.removing(at: leaving[section]) else { return false }
            sections[section].rows = rows
        }
        return true
    }

    @export(implementation)
    mutating func rearrangeSections(_ changes: TableChanges<Int, TableSection>) -> Bool {
        guard !changes.isEmpty else { return true }
        guard let staying = sections.removing(at: changes.deletions + changes.moves.map(\.old)) else { return false }
        let moved = changes.moves.map { (index: $0.new, element: sections[$0.old]) }
        guard let rearranged = staying.inserting(changes.insertions.map { ($0.new, $0.element) } + moved) else {
            return false
        }
        sections = rearranged
        for update in changes.updates {
            guard sections.indices.contains(update.new) else { return false }
            sections[update.new].header = update.element.header
            sections[update.new].footer = update.element.footer
        }
        return true
    }

    @export(implementation)
    mutating func insert(_ arrivals: [(new: RowPath, element: TableRow)]) -> Bool {
        var arriving = [[(index: Int, element: TableRow)]](repeating: [], count: sections.count)
        for arrival in arrivals {
            guard sections.indices.contains(arrival.new.section) else { return false }
            arriving[arrival.new.section].append((arrival.new.row, arrival.element))
        }
        for section in arriving.indices where !arriving[section].isEmpty {
            guard let rows = sections[section].rows.inserting(arriving[section]) else { return false }
            sections[section].rows = rows
        }
        return true
    }
}

extension Array {
    /// Returns the array without the elements at some indices; `nil` if one is out of bounds or repeated.
    @export(implementation)
    func removing(at leaving: [Int]) -> [Element]? {
        var isLeaving = [Bool](repeating: false, count: count)
        for index in leaving {
            guard indices.contains(index), !isLeaving[index] else { return nil }
            isLeaving[index] = true
        }
        var result: [Element] = []
        result.reserveCapacity(count - leaving.count)
        for index in indices where !isLeaving[index] { result.append(self[index]) }
        return result
    }

    /// Returns the array with elements inserted at some indices of the result; `nil` if one is out of bounds or
    /// repeated.
    @export(implementation)
    func inserting(_ arriving: [(index: Int, element: Element)]) -> [Element]? {
        var arrivals = [Element?](repeating: nil, count: count + arriving.count)
        for arrival in arriving {
            guard arrivals.indices.contains(arrival.index), arrivals[arrival.index] == nil else { return nil }
            arrivals[arrival.index] = arrival.element
        }
        var result: [Element] = []
        result.reserveCapacity(arrivals.count)
        var others = makeIterator()
        for arrival in arrivals {
            if let element = arrival ?? others.next() { result.append(element) }
        }
        return result
    }
}
