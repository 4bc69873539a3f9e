/// Calls an asynchronous function again when it throws, up to a number of times.
///
/// ```swift
/// let answers = queries.tryMap(.latest, on: scheduler) { query in
///     try await retry(times: 3, backoff: .exponential(.milliseconds(200)), on: scheduler) {
///         try await service.answers(to: query)
///     }
/// }
/// ```
///
/// A cancelled task does not try again, and ends its wait at once. The function runs in the caller's isolation, unless
/// it is a closure with a capture list, which Swift 6.3 runs elsewhere: use constants before the closure instead.
///
/// - Parameters:
///   - count: How often to try again after the first call has thrown. Must not be negative.
///   - backoff: How long to wait before each further call.
///   - scheduler: The scheduler whose time passes while waiting.
///   - file: The file of the call, for messages.
///   - line: The line of the call, for messages.
///   - body: Called once, and again after each error.
/// - Returns: The result of the first call that does not throw.
/// - Throws: The error of the last call.
@export(implementation)
nonisolated(nonsending) public func retry<Output, Failure: Error>(
    times count: Int,
    backoff: Backoff = .none,
    on scheduler: some Scheduler,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Output
) async throws(Failure) -> Output {
    requireCount(count, "retry(times:backoff:on:_:)", file, line)
    var failures = 0
    while true {
        do {
            return try await body()
        } catch {
            failures += 1
            if failures > count || Task.isCancelled { throw error }
            let delay = backoff.delay(failures)
            // Only cancellation wakes it early; that is checked next.
            if delay > .zero { try? await scheduler.sleep(for: delay) }
            if Task.isCancelled { throw error }
        }
    }
}

/// How long to wait before trying again.
public struct Backoff: Sendable {
    @usableFromInline let delay: @Sendable (_ failures: Int) -> Duration

    /// Creates a backoff.
    ///
    /// - Parameter delay: Returns the time to wait after a number of failures, counted from one.
    @export(implementation)
    public init(_ delay: @escaping @Sendable (_ failures: Int) -> Duration) {
        self.delay = delay
    }

    /// How long to wait after a number of failures, counted from one: for code that retries on its own.
    @export(implementation)
    public func delay(after failures: Int) -> Duration { delay(failures) }

    /// Tries again at once.
    @export(implementation)
    public static var none: Backoff { Backoff { _ in .zero } }

    /// Waits for the same time before each further call.
    @export(implementation)
    public static func constant(_ delay: Duration) -> Backoff { Backoff { _ in delay } }

    /// Waits longer before each further call.
    ///
    /// - Parameters:
    ///   - first: How long to wait after the first failure.
    ///   - factor: The factor by which the wait grows after each further failure. With one that is no number, or is
    ///     negative, the second wait is the longest one.
    ///   - limit: The longest wait.
    @export(implementation)
    public static func exponential(
        _ first: Duration,
        factor: Double = 2,
        upTo limit: Duration = .seconds(60)
    ) -> Backoff {
        Backoff { failures in
            var delay = max(.zero, first)
            for _ in 1..<max(1, failures) {
                // In numbers, which cannot overflow as durations do.
                let next = delay / .seconds(1) * factor
                guard next >= 0, next < limit / .seconds(1) else { return limit }
                let former = delay
                delay = delay * factor
                if delay == former { break }
            }
            return min(delay, limit)
        }
    }
}
