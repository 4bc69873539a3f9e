/// Calls an asynchronous function until it does not throw, a number of times at most.
///
/// ```swift
/// let answers = queries.map(.latest, on: scheduler) { query in
///     try await retry(times: 3, backoff: .exponential(.milliseconds(200)), on: scheduler) {
///         try await service.answers(to: query)
///     }
/// }
/// ```
///
/// A task that is cancelled does not try again, and ends its waiting at once. The function runs in the caller's
/// isolation, unless it is a closure with a capture list, which Swift 6.3 runs elsewhere: make constants before it.
///
/// - Parameters:
///   - count: How often to try again when the first call has thrown. Must not be negative.
///   - backoff: How long to wait before each further call.
///   - scheduler: Whose time passes while it waits.
///   - body: Called once, and again after each error.
/// - Returns: What the first call that does not throw returns.
/// - Throws: What the last call threw.
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
            // Woken early it is by being cancelled, which is looked at next.
            if delay > .zero { try? await scheduler.sleep(for: delay) }
            if Task.isCancelled { throw error }
        }
    }
}

/// How long to wait before something that has failed is tried again.
public struct Backoff: Sendable {
    fileprivate let delay: @Sendable (_ failures: Int) -> Duration

    /// - Parameter delay: Gives the time to wait after so many failures, counted from one.
    public init(_ delay: @escaping @Sendable (_ failures: Int) -> Duration) {
        self.delay = delay
    }

    /// Tries again at once.
    public static var none: Backoff { Backoff { _ in .zero } }

    /// Waits as long each time.
    public static func constant(_ delay: Duration) -> Backoff { Backoff { _ in delay } }

    /// Waits longer each time.
    ///
    /// - Parameters:
    ///   - first: How long to wait after the first failure.
    ///   - factor: How many times longer after each further one.
    ///   - limit: How long to wait at most.
    public static func exponential(
        _ first: Duration,
        factor: Double = 2,
        upTo limit: Duration = .seconds(60)
    ) -> Backoff {
        Backoff { failures in
            var delay = first
            for _ in 1..<max(1, failures) where delay < limit { delay = delay * factor }
            return min(delay, limit)
        }
    }
}
