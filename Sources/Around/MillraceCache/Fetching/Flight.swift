import MillraceBase
import MillraceSignals

/// A look-up on disk and a fetch that are in progress: requests for the same key meanwhile wait for them.
///
/// Joining and leaving happen under the lock of the cache, so that none joins a flight that the last one has just left.
/// Its own lock, taken within that one, guards the continuations that `await` adds: a continuation comes later than its
/// number.
final class Flight<Value: Sendable>: Sendable {
    /// Nil if only the disk was asked, and has no value.
    typealias Outcome = Result<Value?, any Error>
    typealias Continuation = Waiters<Outcome>.Continuation

    private struct State {
        var waiters = Waiters<Outcome>()
        var task: Task<Void, Never>?
        var outcome: Outcome?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Gives one who will wait a number.
    func join() -> Int { state.withLock { $0.waiters.join() } }

    /// Notes the task that does the work. It is cancelled if everybody has left already.
    func run(as task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Lets one wait: until the outcome, or until it leaves.
    func wait(_ continuation: Continuation, as number: Int) {
        let outcome: Outcome? = state.withLock { state in
            if let outcome = state.outcome { return outcome }
            return state.waiters.wait(continuation, as: number) ? nil : .failure(CancellationError())
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Lets one go. Returns the work to do when the locks are free, and whether none waits any more.
    func leave(_ number: Int) -> (isLast: Bool, finally: () -> Void) {
        state.withLock { state in
            let (wasWaiting, continuation) = state.waiters.leave(number)
            guard wasWaiting else { return (false, {}) }
            let isLast = state.waiters.isEmpty
            state.isCancelled = isLast
            let task = isLast ? state.task : nil
            return (
                isLast,
                {
                    continuation?.resume(returning: .failure(CancellationError()))
                    task?.cancel()
                }
            )
        }
    }

    /// Notes the outcome. Returns how to tell those who wait, when the locks are free.
    func land(_ outcome: Outcome) -> () -> Void {
        state.withLock { state in
            let waiters = state.waiters.takeAll()
            (state.outcome, state.task) = (outcome, nil)
            return { for waiter in waiters { waiter.resume(returning: outcome) } }
        }
    }
}
