import MillraceBase
import MillraceSignals

/// A scheduler for tests, whose virtual time advances only when the test says so.
///
/// ```swift
/// let scheduler = TestScheduler()
/// let calm = keys.debounce(for: .milliseconds(300), on: scheduler)
/// keys.send("a")
/// scheduler.advance(by: .milliseconds(299))   // nothing yet
/// scheduler.advance(by: .milliseconds(1))     // "a"
/// ```
///
/// Advancing time does everything that is due, synchronously, on the calling thread; work that is due at the same
/// instant runs in the order in which it was scheduled. Nothing sleeps and nothing waits for another thread.
///
/// It is also the task executor for asynchronous work under test. So advancing time runs `async` functions too, in
/// order, on the same thread, including those marked `@concurrent`: with `advance()` they run as far as they can
/// without time passing. Work of the main actor runs on the main actor; ``settle(isolation:)`` waits for it.
///
/// It carries the isolation of the code that advances it. A test uses it on one thread at a time.
public final class TestScheduler: Scheduler, TaskExecutor {
    /// More pieces of work than this, each started by the previous one, count as work that never ends.
    private static let workLimit = 100_000

    /// The duration of a column of marbles.
    public let column: Duration

    private let queue = Locked(VirtualTimeQueue())

    /// Whether each task that is started has an ``EffectTrail``, and work that never ends is noted.
    private let leavesTrails: Bool

    /// The trails of the tasks by their handles, which they keep.
    private let trails = Locked<[ObjectIdentifier: (task: ScheduledWork, trail: EffectTrail)]>([:])

    /// Whether there was work that never ends.
    let isEndless = Locked(false)

    /// Creates a scheduler whose time is zero.
    ///
    /// - Parameter column: The duration of a column of marbles. Must be positive.
    public init(column: Duration = .milliseconds(10)) {
        guard column > .zero else {
            stop("TestScheduler.init: a column of \(column) was asked for. To fix: pass a positive one.")
        }
        self.column = column
        leavesTrails = false
        VirtualTimes.current?.note(self)
    }

    /// Creates the scheduler of an app that is explored.
    init(leavingTrails: Bool) {
        column = .milliseconds(10)
        leavesTrails = leavingTrails
    }

    /// The time since the scheduler was made.
    public var now: Duration { queue.withLock { $0.now } }

    /// Advances time, and does everything that becomes due, at its time.
    ///
    /// Work that starts itself again without time passing is stopped with an error after 100,000 pieces in a row. There
    /// is no limit for pieces that do not start each other.
    ///
    /// - Parameter duration: How far. Zero runs the work that is due now. Must not be negative.
    public func advance(by duration: Duration = .zero) {
        guard duration >= .zero else {
            stop(
                """
                TestScheduler.advance: it was asked for \(duration). \
                To fix: pass a time to come; time does not go back.
                """
            )
        }
        let time = now + duration
        turn { work(until: time) }
        queue.withLock { $0.now = max($0.now, time) }
    }

    /// Does everything that is due now, then advances time to the next instant at which something is due, and does
    /// everything that is due then.
    ///
    /// Prefer ``advance(by:)`` where the time itself is a part of the test's claim.
    ///
    /// - Returns: How far time has advanced; nil if nothing was due later, so that it has not.
    @discardableResult
    public func advanceToNext() -> Duration? {
        advance()
        guard let time = timeToNext else { return nil }
        advance(by: time)
        return time
    }

    /// The time until the next work is due, zero if some is now; nil if there is none.
    ///
    /// Sleeps of `async` functions count once they have been run up to there, as by ``advance(by:)``.
    public var timeToNext: Duration? { queue.withLock { $0.timeToNext } }

    /// Advances time for as long as there is something to do.
    ///
    /// Work that never ends, such as an interval that is observed, is stopped with an error after 100,000 pieces in a
    /// row.
    public func run() {
        turn { work(until: nil) }
    }

    /// Runs everything that is due now, and waits until the work that it has started on the main actor is done, or
    /// waits for something else.
    ///
    /// For tests of code on the main actor, which no other code can run: call it there. Time does not advance.
    public func settle(isolation: isolated (any Actor)? = #isolation) async {
        var quietRounds = 0
        while quietRounds < 16 {
            let before = jobsDone
            advance()
            // Everything in the main actor's queue has run when this returns.
            await Task { @MainActor in }.value
            quietRounds = jobsDone == before && !hasJobs ? quietRounds + 1 : 0
        }
    }

    // MARK: Scheduler

    /// Runs work when the test has advanced time that far. The work is kept until then, or until it is cancelled. O(log
    /// n) for n pieces of pending work.
    @discardableResult
    public func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        let carried = UncheckedTransfer(work)
        let trail = leavesTrails ? EffectTrail.current : nil
        let number = queue.withLock { $0.add(after: delay, carried, trail: trail) }
        return ScheduledWork { [weak self] in _ = self?.queue.withLock { $0.remove(number) } }
    }

    /// Starts an `async` function when the test next advances time. It runs while time is advanced.
    @discardableResult
    public func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        let carried = UncheckedTransfer(work)
        func begin() -> Task<Void, Never> {
            Task(executorPreference: self) {
                if !Task.isCancelled { await carried.content() }
            }
        }
        guard leavesTrails else {
            let task = begin()
            return ScheduledWork { task.cancel() }
        }
        let trail = EffectTrail()
        let task = EffectTrail.$current.withValue(trail) { begin() }
        let handle = ScheduledWork { task.cancel() }
        trails.withLock { $0[ObjectIdentifier(handle)] = (handle, trail) }
        return handle
    }

    /// Runs work when the test next advances time. May be called on any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        schedule(after: .zero, work)
    }

    /// Waits until the test has advanced time that far.
    ///
    /// - Throws: `CancellationError`, at once, when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let alarm = schedule(after: duration) { continuation.finish() }
        defer { alarm.cancel() }
        for await _ in stream {}
        try Task.checkCancellation()
    }

    // MARK: Exploring

    /// The work that waits for its time, in the order in which it is due.
    var pending: [PendingWork] { queue.withLock { $0.pending } }

    /// The trail of a task that was started, as long as nothing was abandoned.
    func trail(of task: ScheduledWork) -> EffectTrail? { trails.withLock { $0[ObjectIdentifier(task)]?.trail } }

    /// Drops all work that waits for its time, and lets tasks run to their ends.
    func abandon() {
        let former = trails.withLock { exchange(&$0, with: [:]) }
        withExtendedLifetime(former) {}
        for _ in 0..<1_000 where !isEndless.withLock({ $0 }) {
            let dropped = queue.withLock { $0.removeAll() }
            if dropped.isEmpty, !hasJobs { return }
            withExtendedLifetime(dropped) {}
            advance()
        }
    }

    // MARK: TaskExecutor

    /// Adds a part of a task's work, which runs when the test next advances time. Called by the concurrency runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.withLock { $0.add(job) }
    }

    // MARK: The work itself

    private var jobsDone: Int { queue.withLock { $0.jobsDone } }
    private var hasJobs: Bool { queue.withLock { $0.hasJobs } }

    private func turn(_ body: () -> Void) {
        let isTurning = queue.withLock { queue in
            defer { queue.isTurning = true }
            return queue.isTurning
        }
        if isTurning {
            stop(
                """
                TestScheduler.advance: it was called by work which an advance does. \
                To fix: turn the time from the spec alone; work that takes time is scheduled.
                """
            )
        }
        body()
        queue.withLock { $0.isTurning = false }
    }

    /// Counts rounds: a round is all work that was there when it began.
    private func work(until limit: Duration?) {
        var (rounds, lastOfRound, instant) = (0, 0, now)
        while let next = queue.withLock({ $0.next(until: limit) }) {
            if limit != nil, instant != now { (rounds, instant) = (0, now) }
            if next.number > lastOfRound {
                rounds += 1
                lastOfRound = queue.withLock { $0.lastNumber }
                if rounds > Self.workLimit {
                    if !leavesTrails { stopWorking() }
                    isEndless.withLock { $0 = true }
                    return
                }
            }
            switch next.deed {
            case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .work(let work): work.content()
            }
        }
    }

    private func stopWorking() -> Never {
        stop(
            """
            TestScheduler: after \(Self.workLimit) pieces of work on end, at \(now), there is still more to do. \
            To fix: let time pass where something repeats, and turn it by a known amount with advance(by:) where that \
            is for ever.
            """
        )
    }
}
