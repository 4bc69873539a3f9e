import MillraceBase

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
    let ending = Ending<Outcome>()
    return await ending.wait(cancelled: cancelled) {
        let all: [@Sendable () async -> Outcome?] = [{ await work() }] + rivals
        let tasks = all.map { rival in
            Task(executorPreference: executor) {
                if let outcome = await rival() { ending.end(outcome) }
            }
        }
        ending.atEnd { for task in tasks { task.cancel() } }
    }
}
