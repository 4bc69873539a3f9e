/// A queue of work ordered by time, and for equal times in the order of adding.
///
/// Removed work is returned at once; a record of two words stays until its time has come, or until such records are the
/// majority. Adding takes O(log n), removing O(log n) amortised.
package struct Deadlines<Work> {
    private struct Entry {
        let due: Duration
        let number: Int

        func comes(before other: Entry) -> Bool { (due, number) < (other.due, other.number) }
    }

    /// A binary heap: no entry comes before its parent.
    private var entries: [Entry] = []
    private var works: [Int: Work] = [:]

    package init() {}

    package var isEmpty: Bool { works.isEmpty }

    /// Adds work.
    ///
    /// - Parameter number: Greater than those of all that were added before.
    package mutating func add(_ work: Work, due: Duration, number: Int) {
        works[number] = work
        entries.append(Entry(due: due, number: number))
        rise(from: entries.count - 1)
    }

    /// Removes work and returns it, so that the caller can release it outside a lock. Returns nil if it is not there
    /// any more.
    package mutating func remove(_ number: Int) -> Work? {
        guard let work = works.removeValue(forKey: number) else { return nil }
        if entries.count > 2 * works.count + 16 { compact() }
        return work
    }

    /// Removes and returns everything.
    package mutating func removeAll() -> [Work] {
        defer { self = Deadlines() }
        return Array(works.values)
    }

    /// The time and the number of the next work.
    package var first: (due: Duration, number: Int)? {
        mutating get {
            while let first = entries.first {
                if works[first.number] != nil { return (first.due, first.number) }
                removeFirst()
            }
            return nil
        }
    }

    /// Removes and returns the next work.
    package mutating func popFirst() -> Work? {
        guard let (_, number) = first else { return nil }
        removeFirst()
        return works.removeValue(forKey: number)
    }

    /// Removes the records of removed work.
    private mutating func compact() {
        entries = entries.filter { works[$0.number] != nil }
        // Put into a smaller table.
        var kept = [Int: Work](minimumCapacity: works.count)
        for (number, work) in works { kept[number] = work }
        works = kept
        // From below, so that whatever is below an entry is in order when that one sinks.
        for index in entries.indices.reversed() { sink(from: index) }
    }

    private mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        sink(from: 0)
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, entries[index].comes(before: entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while 2 * index + 1 < entries.count {
            var child = 2 * index + 1
            if child + 1 < entries.count, entries[child + 1].comes(before: entries[child]) { child += 1 }
            if !entries[child].comes(before: entries[index]) { return }
            entries.swapAt(index, child)
            index = child
        }
    }
}
