import MillraceBase
import MillraceSignals
import MillraceSpecs

/// A scheduler on virtual time, whose tasks overtake each other: each part of a task's work runs a little later, in an
/// order that only the seed decides.
final class ShuffledScheduler: Scheduler, TaskExecutor {
    let time = TestScheduler()
    private let random: Locked<SeededGenerator>

    init(_ random: SeededGenerator) { self.random = Locked(random) }

    var now: Duration { time.now }

    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        time.schedule(after: delay, work)
    }

    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork {
        let carried = UncheckedTransfer(work)
        let task = Task(executorPreference: self) {
            if !Task.isCancelled { await carried.content() }
        }
        return ScheduledWork { task.cancel() }
    }

    func post(_ work: @escaping @Sendable () -> Void) { time.post(work) }

    func sleep(for duration: Duration) async throws { try await time.sleep(for: duration) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let delay = random.withLock { Int.random(in: 0...7, using: &$0) }
        time.schedule(after: .milliseconds(delay)) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
