import MillraceBase

/// Runs `body` apart from a turn that runs on the calling thread, so that the turns of what it sets, sends and
/// dispatches are over when it returns.
///
/// Use it if one isolation domain is entered from within another on the same thread, for a graph whose ``Home`` is not
/// known: under a lock, or on a queue that is entered with `sync`.
///
/// ```swift
/// settings.withLock { theme in
///     separately { theme.value = .dark }      // its observers have run when the lock is released
/// }
/// ```
///
/// A graph with a home of its own, such as `Variable(0, in: Home())`, does not need this. O(1), plus the cost of `body`.
///
/// Preconditions: no handler runs and no derived observable computes, and nothing whose observers are being called is
/// set within `body`: each of these traps. Use nothing else of the graph whose turn is interrupted, either: what has not
/// been delivered there may be delivered early, or not before that turn goes on.
public func separately<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let runner = currentRunner().takeUnretainedValue()
    if runner.isIdle { return try body() }
    if runner.handling != nil { stopSeparationInHandler() }
    if runner.isComputing { stopSeparationInComputation() }
    return try runner.separately(body)
}

private func stopSeparationInComputation() -> Never {
    stop(
        """
        separately: was called while a derived observable computes. \
        To fix: reach another isolation domain in an observer; what derives observables only computes.
        """
    )
}

private func stopSeparationInHandler() -> Never {
    stop(
        """
        separately: was called while an action is being handled. \
        To fix: a handler changes its own state only; reach another isolation domain in an effect.
        """
    )
}
