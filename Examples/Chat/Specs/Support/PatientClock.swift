import Millrace
import MillraceSpecs

/// The clock of an explored chat's services: no time limit of a request is ever over. That nothing has come in time is to
/// the chat as if there was no answer, which is explored; and as a time that passes it could happen again and again.
final class PatientClock: Scheduler, TaskExecutor {
    private let scheduler: TestScheduler

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    var now: Duration { scheduler.now }

    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        scheduler.schedule(after: delay, work)
    }

    @discardableResult
    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork { scheduler.start(work) }

    func post(_ work: @escaping @Sendable () -> Void) { scheduler.post(work) }

    func sleep(for duration: Duration) async throws {
        if duration < .seconds(30) { return try await scheduler.sleep(for: duration) }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        defer { continuation.finish() }
        for await _ in stream {}
        try Task.checkCancellation()
    }

    func enqueue(_ job: consuming ExecutorJob) { scheduler.enqueue(job) }
}
