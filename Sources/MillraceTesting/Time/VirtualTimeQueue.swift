import MillraceSignals

/// What a ``TestScheduler`` has to do, and when.
struct VirtualTimeQueue {
    enum Deed {
        /// A part of a task's work, which is done before time passes.
        case job(UnownedJob)
        case work(UncheckedTransfer<() -> Void>)
    }

    var now: Duration = .zero
    var isTurning = false
    private(set) var jobsDone = 0

    /// Everything is numbered as it comes.
    private(set) var lastNumber = 0

    private var jobs = Queue<(number: Int, job: UnownedJob)>()

    private var deadlines = Deadlines<UncheckedTransfer<() -> Void>>()

    var hasJobs: Bool { !jobs.isEmpty }

    mutating func add(_ job: UnownedJob) {
        lastNumber += 1
        jobs.append((lastNumber, job))
    }

    mutating func add(after delay: Duration, _ work: UncheckedTransfer<() -> Void>) -> Int {
        lastNumber += 1
        deadlines.add(work, due: now + max(.zero, delay), number: lastNumber)
        return lastNumber
    }

    /// The work is handed back, so that it is released outside of the lock.
    mutating func remove(_ number: Int) -> UncheckedTransfer<() -> Void>? { deadlines.remove(number) }

    /// What is to be done next, at its time: asynchronous work that can go on, before time passes.
    mutating func next(until limit: Duration?) -> (number: Int, deed: Deed)? {
        if let (number, job) = jobs.popFirst() {
            jobsDone += 1
            return (number, .job(job))
        }
        guard let (due, number) = deadlines.first, limit.map({ due <= $0 }) ?? true else { return nil }
        now = max(now, due)
        return deadlines.popFirst().map { (number, .work($0)) }
    }
}
