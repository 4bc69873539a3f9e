import MillraceBase

/// The states of several stores at several moments, one of which is the present.
///
/// It returns the moments that it drops: states are user values, and the effects of releasing them must not find the
/// timeline during a change.
struct Timeline {
    /// The states of all stores at one moment, in the order of the stores.
    typealias Snapshot = [Any]

    /// The number of the first kept moment; dropped moments count too.
    private(set) var firstNumber = 0
    private(set) var number = 0

    private let limit: Int

    /// The kept moments, behind some that were dropped: of these the states are gone, and the places go together.
    private var snapshots: [Snapshot]
    private var droppedCount = 0

    /// - Parameter limit: The maximum number of moments in addition to the last.
    init(startingWith snapshot: Snapshot, limit: Int) {
        snapshots = [snapshot]
        self.limit = limit
    }

    var lastNumber: Int { firstNumber + snapshots.count - droppedCount - 1 }

    private func index(of number: Int) -> Int { number - firstNumber + droppedCount }

    /// Returns the states at a moment; nil if they are not kept.
    func snapshot(_ number: Int) -> Snapshot? {
        (firstNumber...lastNumber).contains(number) ? snapshots[index(of: number)] : nil
    }

    /// Makes a new moment the present. Drops the moments after the previous one, and the oldest beyond the limit.
    /// Amortised O(1), however many are kept.
    mutating func append(_ snapshot: Snapshot) -> [Snapshot] {
        var forgotten = forgetLater()
        snapshots.append(snapshot)
        number += 1
        if number - firstNumber > max(limit, 0) {
            forgotten.append(exchange(&snapshots[droppedCount], with: []))
            droppedCount += 1
            firstNumber += 1
            if droppedCount > limit {
                snapshots.removeFirst(droppedCount)
                droppedCount = 0
            }
        }
        return forgotten
    }

    /// Replaces the present, with the same past and future. Returns the former one.
    mutating func replacePresent(by snapshot: Snapshot) -> [Snapshot] {
        [exchange(&snapshots[index(of: number)], with: snapshot)]
    }

    /// Makes another kept moment the present.
    mutating func move(to number: Int) {
        if snapshot(number) != nil { self.number = number }
    }

    /// Drops the moments after the present.
    mutating func forgetLater() -> [Snapshot] {
        var forgotten: [Snapshot] = []
        while lastNumber > number { forgotten.append(snapshots.removeLast()) }
        return forgotten
    }
}
