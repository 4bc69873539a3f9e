import MillraceBase
import MillraceSignals

/// Runs work, and returns its outcome or whatever ends it earlier: cancelling, or one of its rivals.
///
/// The work runs in a task of its own, which is cancelled when it has lost. The caller does not wait for that: so time
/// limits and cancelling hold whatever the work does.
///
/// - Parameters:
///   - executor: Runs the tasks, if there is one.
///   - rivals: Functions that wait, and return an outcome when the work is to end. Nil means that it goes on.
func contest<Outcome: Sendable>(
    on executor: (any TaskExecutor)?,
    cancelled: Outcome,
    against rivals: [@Sendable () async -> Outcome?],
    _ work: @escaping @Sendable () async -> Outcome
) async -> Outcome {
    let contest = Contest<Outcome>()
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            guard contest.begin(continuation) else { return }
            let tasks =
                [Task(executorPreference: executor) { contest.end(await work()) }]
                + rivals.map { rival in
                    Task(executorPreference: executor) {
                        if let outcome = await rival() { contest.end(outcome) }
                    }
                }
            contest.note(tasks)
        }
    } onCancel: {
        contest.end(cancelled)
    }
}

private final class Contest<Outcome: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Outcome, Never>?
        var outcome: Outcome?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Notes who waits. Returns false where it is over before it has begun.
    func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
        return outcome == nil
    }

    /// Notes the tasks to cancel at the end.
    func note(_ tasks: [Task<Void, Never>]) {
        let isOver = state.withLock { state in
            if state.outcome == nil { state.tasks = tasks }
            return state.outcome != nil
        }
        if isOver { for task in tasks { task.cancel() } }
    }

    /// Ends the contest, unless it has ended.
    func end(_ outcome: Outcome) {
        let (continuation, tasks) = state.withLock {
            state -> (CheckedContinuation<Outcome, Never>?, [Task<Void, Never>]) in
            guard state.outcome == nil else { return (nil, []) }
            state.outcome = outcome
            defer { state.tasks = [] }
            return (state.continuation.take(), state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(returning: outcome)
    }
}
