/// The states of several stores at several moments, one of which is the present.
///
/// It returns what it drops: states are user values, and the effects of releasing them must not find the timeline
/// during a change.
struct Timeline {
    /// The states of all stores at one moment, in the order of the stores.
    typealias Snapshot = [Any]

    /// The number of the first kept moment; dropped moments count too.
    private(set) var firstNumber = 0
    private(set) var number = 0

    private let limit: HistoryLimit
    private var snapshots: [Snapshot]

    /// The size of what each snapshot does not share with the next one; 0 while that is not measured. One fewer than
    /// there are snapshots.
    private var costs: [Int] = []

    /// The sum of the costs.
    private var cost = 0

    /// The numbers of the moments whose costs are not measured. Some may not be kept any more.
    private var unmeasured: Set<Int> = []

    init(startingWith snapshot: Snapshot, limit: HistoryLimit) {
        snapshots = [snapshot]
        self.limit = limit
    }

    var lastNumber: Int { firstNumber + snapshots.count - 1 }

    /// Returns the states at a moment; nil if they are not kept.
    func snapshot(_ number: Int) -> Snapshot? {
        (firstNumber...lastNumber).contains(number) ? snapshots[number - firstNumber] : nil
    }

    /// Makes a new moment the present, and drops what came after the previous one.
    mutating func append(_ snapshot: Snapshot) -> [Snapshot] {
        var forgotten = forgetLater()
        measure()
        costs.append(bytesNotShared(by: snapshots[snapshots.count - 1], with: snapshot))
        snapshots.append(snapshot)
        cost += costs[costs.count - 1]
        number += 1
        while costs.count > limit.count || cost > limit.bytes, !costs.isEmpty {
            forgotten.append(snapshots.removeFirst())
            cost -= costs.removeFirst()
            firstNumber += 1
        }
        return forgotten
    }

    /// The size of everything that is kept, in addition to the last moment.
    mutating func bytes() -> Int {
        measure()
        return cost
    }

    /// Replaces the present, with the same past and future.
    ///
    /// What that costs is measured when it is asked for, and with the next moment: the present may be replaced many
    /// times until then, and differs more each time.
    mutating func replacePresent(by snapshot: Snapshot) -> [Snapshot] {
        let index = number - firstNumber
        let forgotten = snapshots[index]
        snapshots[index] = snapshot
        for former in [index - 1, index] where costs.indices.contains(former) {
            cost -= costs[former]
            costs[former] = 0
            unmeasured.insert(firstNumber + former)
        }
        return [forgotten]
    }

    /// Makes another kept moment the present.
    mutating func move(to number: Int) {
        if snapshot(number) != nil { self.number = number }
    }

    /// Drops what comes after the present.
    mutating func forgetLater() -> [Snapshot] {
        var forgotten: [Snapshot] = []
        while lastNumber > number {
            forgotten.append(snapshots.removeLast())
            cost -= costs.removeLast()
        }
        return forgotten
    }

    private mutating func measure() {
        if unmeasured.isEmpty { return }
        for index in unmeasured.map({ $0 - firstNumber }) where costs.indices.contains(index) {
            costs[index] = bytesNotShared(by: snapshots[index], with: snapshots[index + 1])
            cost += costs[index]
        }
        unmeasured = []
    }

    private func bytesNotShared(by former: Snapshot, with later: Snapshot) -> Int {
        zip(former, later).reduce(0) { $0 + bytesOfState($1.0, notSharedWith: $1.1) }
    }
}
