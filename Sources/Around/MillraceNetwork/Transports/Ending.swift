import MillraceBase

/// The end of something that may end in several ways, of which the first one counts. One task waits for it.
final class Ending<Outcome: Sendable>: Sendable {
    private struct State {
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
        /// The work at the end.
        var cleanUp: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Whether it is over.
    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Begins, and waits for the end. Must be called only once.
    ///
    /// - Parameters:
    ///   - cancelled: The outcome if the task is cancelled.
    ///   - begin: Begins the work that is to end. Not called if the task is cancelled already.
    func wait(cancelled: Outcome, _ begin: () -> Void) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil { state.continuation = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(returning: outcome) } else { begin() }
            }
        } onCancel: {
            end(cancelled)
        }
    }

    /// Has something done at the end: at once, if that has come.
    func atEnd(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.outcome == nil { state.cleanUp = cleanUp }
            return state.outcome != nil
        }
        if isOver { cleanUp() }
    }

    /// Ends it, unless it has ended.
    func end(_ outcome: Outcome) {
        let ended = state.withLock { state -> State? in
            guard state.outcome == nil else { return nil }
            defer { state = State(outcome: outcome) }
            return state
        }
        ended?.cleanUp?()
        ended?.continuation?.resume(returning: outcome)
    }
}
