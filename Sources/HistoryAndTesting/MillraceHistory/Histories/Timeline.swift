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

    /// The size of what each snapshot does not share with the next one; at most that, while it is not measured. One
    /// fewer than there are snapshots.
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
        let forgotten = forgetLater()
        measure()
        costs.append(bytesNotShared(by: snapshots[snapshots.count - 1], with: snapshot))
        snapshots.append(snapshot)
        cost += costs[costs.count - 1]
        number += 1
        return forgotten + forgetBeyondLimit()
    }

    /// The size of everything that is kept, in addition to the last moment.
    mutating func bytes() -> Int {
        measure()
        return cost
    }

    /// Replaces the present, with the same past and future, as far as the limit admits.
    ///
    /// What its neighbours then cost is measured when it is asked for, with the next moment, and where it could exceed
    /// the limit: the present may be replaced many times until then, and differs more each time. Until then it costs at
    /// most what it did, and what the two presents do not share.
    ///
    /// - Parameter keepsAll: Whether the limit does not count, until the next change.
    mutating func replacePresent(by snapshot: Snapshot, keepingAll keepsAll: Bool = false) -> [Snapshot] {
        let index = number - firstNumber
        let former = snapshots[index]
        snapshots[index] = snapshot
        if index > 0 { addCost(bytesNotShared(by: former, with: snapshot), at: index - 1) }
        if index < costs.count { addCost(bytesNotShared(by: snapshot, with: former), at: index) }
        if !keepsAll, cost > limit.bytes { measure() }
        return [former] + (keepsAll ? [] : forgetBeyondLimit())
    }

    private mutating func addCost(_ bytes: Int, at index: Int) {
        costs[index] += bytes
        cost += bytes
        unmeasured.insert(firstNumber + index)
    }

    /// Drops the latest moments, and then the oldest, until the limit holds. The present stays.
    private mutating func forgetBeyondLimit() -> [Snapshot] {
        var forgotten: [Snapshot] = []
        while costs.count > limit.count || cost > limit.bytes, !costs.isEmpty {
            if number < lastNumber {
                forgotten.append(snapshots.removeLast())
                cost -= costs.removeLast()
            } else {
                forgotten.append(snapshots.removeFirst())
                cost -= costs.removeFirst()
                firstNumber += 1
            }
        }
        return forgotten
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
            cost -= costs[index]
            costs[index] = bytesNotShared(by: snapshots[index], with: snapshots[index + 1])
            cost += costs[index]
        }
        unmeasured = []
    }

    private func bytesNotShared(by former: Snapshot, with later: Snapshot) -> Int {
        zip(former, later).reduce(0) { $0 + bytesOfState($1.0, notSharedWith: $1.1) }
    }
}
