import Millrace

/// What a scheduler has to do, and when.
struct TestSchedulerAgenda {
    enum Next {
        case job(UnownedJob)
        case work(Carried<() -> Void>)
    }

    private struct Entry {
        let due: Duration
        let number: Int
        let work: Carried<() -> Void>
    }

    var now: Duration = .zero
    var isTurning = false
    var jobs: [UnownedJob] = []
    var jobsDone = 0

    /// In order; of those due at one instant, in the order in which they were scheduled.
    private var entries: [Entry] = []
    private var lastNumber = 0

    mutating func add(after delay: Duration, _ work: Carried<() -> Void>) -> Int {
        lastNumber += 1
        let due = now + max(.zero, delay)
        let index = entries.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
        entries.insert(Entry(due: due, number: lastNumber, work: work), at: index)
        return lastNumber
    }

    /// The work is handed back, so that it is released outside of the lock.
    mutating func remove(_ number: Int) -> Carried<() -> Void>? {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
        return entries.remove(at: index).work
    }

    /// What is to be done next, at its time: asynchronous work that can go on, before time passes.
    mutating func next(until limit: Duration?) -> Next? {
        if !jobs.isEmpty {
            jobsDone += 1
            return .job(jobs.removeFirst())
        }
        guard let first = entries.first, limit.map({ first.due <= $0 }) ?? true else { return nil }
        now = max(now, first.due)
        return .work(entries.removeFirst().work)
    }
}
