import MillraceBase

/// A queue of work ordered by time, and for equal times in the order of adding.
///
/// Removed work is returned at once; a record of its time stays until that has come. Adding takes O(log n), removing
/// O(1).
package struct Deadlines<Work> {
    private var entries = Heap<Deadline>()
    private var works: [Int: (due: Duration, work: Work)] = [:]

    package init() {}

    /// Adds work.
    ///
    /// - Parameter number: Greater than those of all that were added before.
    package mutating func add(_ work: Work, due: Duration, number: Int) {
        works[number] = (due, work)
        entries.insert(Deadline(due: due, number: number))
    }

    /// Removes work and returns it, so that the caller can release it outside a lock. Returns nil if it is not there
    /// any more.
    package mutating func remove(_ number: Int) -> Work? { works.removeValue(forKey: number)?.work }

    /// Removes all work and returns it.
    package mutating func removeAll() -> [Work] {
        defer { self = Deadlines() }
        return works.values.map(\.work)
    }

    /// All work, in the order in which it is due. O(n log n) for n pieces.
    package var pending: [(due: Duration, work: Work)] {
        works.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }.map(\.value)
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
        return works.removeValue(forKey: number)?.work
    }
}

/// Not a part of `Deadlines`, so that one heap serves it whatever the work is.
private struct Deadline: Comparable {
    let due: Duration
    let number: Int

    static func < (left: Deadline, right: Deadline) -> Bool { (left.due, left.number) < (right.due, right.number) }
}
