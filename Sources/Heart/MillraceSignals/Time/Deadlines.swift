import MillraceBase

/// A queue of work ordered by time, and for equal times in the order of adding.
///
/// Removed work is returned at once; a record of two words stays until its time has come, or until such records are the
/// majority. Adding takes O(log n), removing O(log n) amortised.
package struct Deadlines<Work> {
    private var entries = Heap<Deadline>()
    private var works: [Int: Work] = [:]

    package init() {}

    /// Adds work.
    ///
    /// - Parameter number: Greater than those of all that were added before.
    package mutating func add(_ work: Work, due: Duration, number: Int) {
        works[number] = work
        entries.insert(Deadline(due: due, number: number))
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
                _ = entries.popFirst()
            }
            return nil
        }
    }

    /// Removes and returns the next work.
    package mutating func popFirst() -> Work? {
        guard let (_, number) = first else { return nil }
        _ = entries.popFirst()
        return works.removeValue(forKey: number)
    }

    /// Removes the records of removed work.
    private mutating func compact() {
        entries.removeAll { works[$0.number] == nil }
        // Put into a smaller table.
        var kept = [Int: Work](minimumCapacity: works.count)
        for (number, work) in works { kept[number] = work }
        works = kept
    }
}

/// Not a part of `Deadlines`, so that one heap serves it whatever the work is.
private struct Deadline: Comparable {
    let due: Duration
    let number: Int

    static func < (left: Deadline, right: Deadline) -> Bool { (left.due, left.number) < (right.due, right.number) }
}
