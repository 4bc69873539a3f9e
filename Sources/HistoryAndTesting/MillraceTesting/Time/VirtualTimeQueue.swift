import MillraceBase
import MillraceSignals

/// The pending work of a ``TestScheduler``, by time.
struct VirtualTimeQueue {
    enum Deed {
        /// A part of a task's work, which runs before time advances.
        case job(UnownedJob)
        case work(UncheckedTransfer<() -> Void>)
    }

    var now: Duration = .zero
    var isTurning = false
    private(set) var jobsDone = 0

    /// The number of the last work added.
    private(set) var lastNumber = 0

    private var jobs = Queue<(number: Int, job: UnownedJob)>()

    private var deadlines = Deadlines<(work: UncheckedTransfer<() -> Void>, trail: EffectTrail?, heard: UInt64)>()

    var hasJobs: Bool { !jobs.isEmpty }

    /// The time until the next work is due; nil if there is none.
    var timeToNext: Duration? {
        mutating get { hasJobs ? .zero : deadlines.first.map { max(.zero, $0.due - now) } }
    }

    mutating func add(_ job: UnownedJob) {
        lastNumber += 1
        jobs.append((lastNumber, job))
    }

    /// - Parameter trail: That of the task that schedules it.
    mutating func add(
        after delay: Duration,
        _ work: UncheckedTransfer<() -> Void>,
        trail: EffectTrail? = nil
    ) -> Int {
        lastNumber += 1
        deadlines.add((work, trail, trail?.digest ?? 0), due: now + max(.zero, delay), number: lastNumber)
        return lastNumber
    }

    /// Removes and returns work, so that it is released outside the lock.
    mutating func remove(_ number: Int) -> UncheckedTransfer<() -> Void>? { deadlines.remove(number)?.work }

    /// Removes and returns all work that waits for its time.
    mutating func removeAll() -> [UncheckedTransfer<() -> Void>] { deadlines.removeAll().map(\.work) }

    /// The work that waits for its time, in the order in which it is due.
    var pending: [PendingWork] {
        deadlines.pending.map { PendingWork(delay: $0.due - now, trail: $0.work.trail, heard: $0.work.heard) }
    }

    /// Returns the next work, at its time: asynchronous work that can continue comes before time advances.
    mutating func next(until limit: Duration?) -> (number: Int, deed: Deed)? {
        if let (number, job) = jobs.popFirst() {
            jobsDone += 1
            return (number, .job(job))
        }
        guard let (due, number) = deadlines.first, limit.map({ due <= $0 }) ?? true else { return nil }
        now = max(now, due)
        return deadlines.popFirst().map { (number, .work($0.work)) }
    }
}

/// Work that waits for its time.
struct PendingWork {
    /// When it is due, from now on.
    let delay: Duration

    /// That of the task that waits for it.
    let trail: EffectTrail?

    /// The digest of what the task had heard when it began to wait.
    let heard: UInt64
}
