import MillraceSignals

/// A look-up on disk and a fetch that are in progress: whoever asks for the same key meanwhile waits for them.
///
/// Joining and leaving happen under the lock of the cache, so that nobody joins what the last one has just left. Its
/// own lock, taken within that one, guards what `await` adds: a continuation comes later than its number.
final class Flight<Value: Sendable>: Sendable {
    /// Nil if only the disk was asked, and has no value.
    typealias Outcome = Result<Value?, any Error>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    private struct State {
        /// Those who wait, with their continuations as soon as they have one.
        var waiting: [Int: Continuation?] = [:]
        var lastNumber = 0
        var task: Task<Void, Never>?
        var outcome: Outcome?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Gives one who will wait a number.
    func join() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.waiting.updateValue(nil, forKey: state.lastNumber)
            return state.lastNumber
        }
    }

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
            if state.waiting[number] == nil { return .failure(CancellationError()) }
            state.waiting[number] = .some(continuation)
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Lets one go. Returns what to do when the locks are free, and whether nobody waits any more.
    func leave(_ number: Int) -> (isLast: Bool, finally: () -> Void) {
        state.withLock { state in
            guard state.outcome == nil, let continuation = state.waiting.removeValue(forKey: number) else {
                return (false, {})
            }
            let isLast = state.waiting.isEmpty
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
            let waiting = state.waiting.values
            (state.outcome, state.waiting, state.task) = (outcome, [:], nil)
            return { for continuation in waiting { continuation?.resume(returning: outcome) } }
        }
    }
}
