import MillraceBase

/// Waits until scheduled work has run. The work is cancelled with the task.
///
/// - Parameter schedule: Schedules the work that ends the wait.
/// - Throws: `CancellationError`, at once, when the task is cancelled.
package func suspend(until schedule: (@escaping () -> Void) -> ScheduledWork) async throws {
    let sleeper = Sleeper()
    let alarm = schedule { sleeper.wake(.success(())) }
    try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { sleeper.begin($0) }
    } onCancel: {
        alarm.cancel()
        sleeper.wake(.failure(CancellationError()))
    }
}

/// A waiting task, resumed by time or by cancellation, whichever comes first.
private final class Sleeper: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, any Error>?
        var outcome: Result<Void, any Error>?
    }

    private let state = Locked(State())

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    func wake(_ outcome: Result<Void, any Error>) {
        let continuation = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(with: outcome)
    }
}
