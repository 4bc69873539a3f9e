import MillraceSignals
import MillraceSpecs
import Synchronization

/// A scheduler on virtual time that counts its timers and posts, and whose timers can be made late: the time goes on without
/// them, as it does while something else runs where they belong.
final class CountingScheduler: Scheduler {
    private let timely = TestScheduler()
    private let lateness = Mutex(Duration.zero)
    private let count = Atomic<Int>(0)

    private let postCount = Atomic<Int>(0)

    /// How often work was posted.
    var posts: Int { postCount.load(ordering: .relaxed) }

    /// How many timers were set.
    var timers: Int { count.load(ordering: .relaxed) }

    var now: Duration { timely.now + lateness.withLock { $0 } }

    func advance(by duration: Duration = .zero) { timely.advance(by: duration) }

    /// Lets time pass in which no timer can ring.
    func delay(by duration: Duration) { lateness.withLock { $0 += duration } }

    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        count.add(1, ordering: .relaxed)
        return timely.schedule(after: delay, work)
    }

    @discardableResult
    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork { timely.start(work) }

    func post(_ work: @escaping @Sendable () -> Void) {
        postCount.add(1, ordering: .relaxed)
        timely.post(work)
    }

    func sleep(for duration: Duration) async throws { try await timely.sleep(for: duration) }
}
