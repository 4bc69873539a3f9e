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

    /// A moment, and the changes that have led to it.
    private struct Moment {
        var snapshot: Snapshot = []

        /// The changes of the actions of its step, where they are kept.
        var changes: [Change] = []

        /// Whether the snapshot is still as the last action of the step has left it.
        var isAsLeft = false
    }

    /// The states before and after actions that came one behind the other.
    struct Change {
        let former: Snapshot
        var next: Snapshot
    }

    /// The kept moments, behind some that were dropped: of these the states are gone, and the places go together.
    private var moments: [Moment]
    private var droppedCount = 0

    /// - Parameter limit: The maximum number of moments in addition to the last.
    init(startingWith snapshot: Snapshot, limit: Int) {
        moments = [Moment(snapshot: snapshot)]
        self.limit = limit
    }

    var lastNumber: Int { firstNumber + moments.count - droppedCount - 1 }

    private func index(of number: Int) -> Int { number - firstNumber + droppedCount }

    /// Returns the states at a moment; nil if they are not kept.
    func snapshot(_ number: Int) -> Snapshot? {
        (firstNumber...lastNumber).contains(number) ? moments[index(of: number)].snapshot : nil
    }

    /// The changes of the step that leads to a moment, in order.
    func changes(leadingTo number: Int) -> [Change] {
        (firstNumber...lastNumber).contains(number) ? moments[index(of: number)].changes : []
    }

    /// Makes a new moment the present. Drops the moments after the previous one, and the oldest beyond the limit.
    /// Amortised O(1), however many are kept.
    ///
    /// - Parameter keepsChange: Whether to keep the change, also where the present is replaced later.
    mutating func append(_ snapshot: Snapshot, keepingChange keepsChange: Bool = false) -> [Snapshot] {
        var forgotten = forgetLater()
        var moment = Moment(snapshot: snapshot)
        if keepsChange { note(from: moments[index(of: number)], to: snapshot, in: &moment) }
        moments.append(moment)
        number += 1
        if number - firstNumber > max(limit, 0) {
            forgotten += Self.snapshots(of: exchange(&moments[droppedCount], with: Moment()))
            droppedCount += 1
            firstNumber += 1
            if droppedCount > limit {
                moments.removeFirst(droppedCount)
                droppedCount = 0
            }
        }
        return forgotten
    }

    /// Replaces the present, with the same past and future. Returns the former one.
    mutating func replacePresent(by snapshot: Snapshot) -> [Snapshot] {
        moments[index(of: number)].isAsLeft = false
        return [exchange(&moments[index(of: number)].snapshot, with: snapshot)]
    }

    /// Replaces the present by the result of another action of its step. Returns the former one.
    mutating func extendPresent(by snapshot: Snapshot, keepingChange keepsChange: Bool) -> [Snapshot] {
        let former = moments[index(of: number)]
        if keepsChange { note(from: former, to: snapshot, in: &moments[index(of: number)]) }
        moments[index(of: number)].snapshot = snapshot
        return [former.snapshot]
    }

    private func note(from former: Moment, to snapshot: Snapshot, in moment: inout Moment) {
        let last = moment.changes.indices.last
        if former.isAsLeft, let last {
            moment.changes[last].next = snapshot
        } else {
            moment.changes.append(Change(former: former.snapshot, next: snapshot))
        }
        moment.isAsLeft = true
    }

    private static func snapshots(of moment: Moment) -> [Snapshot] {
        [moment.snapshot] + moment.changes.flatMap { [$0.former, $0.next] }
    }

    /// Makes another kept moment the present.
    mutating func move(to number: Int) {
        if snapshot(number) != nil { self.number = number }
    }

    /// Drops the moments after the present.
    mutating func forgetLater() -> [Snapshot] {
        var forgotten: [Snapshot] = []
        while lastNumber > number { forgotten += Self.snapshots(of: moments.removeLast()) }
        return forgotten
    }
}
