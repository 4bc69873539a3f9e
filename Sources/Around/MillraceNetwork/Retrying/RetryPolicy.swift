import MillraceBase
public import MillraceSignals

/// How often, and with which delays, a request is retried after it has failed.
///
/// Only repeatable requests are retried (``Request/isRepeatable``), and only after failures that may be temporary: no
/// connection, a broken answer, the time limit of an attempt, and the status codes 408, 423, 425, 429, 500, 502, 503
/// and 504.
public struct RetryPolicy: Sendable {
    /// The largest number of retries. So a request is sent at most `times + 1` times.
    public var times: Int
    /// The delay before each retry.
    public var backoff: Backoff
    /// The random part of each delay, from 0 to 1, to which other values are clamped: with 0.5 a delay of 4 s becomes one from 2 s to 4 s. It keeps many
    /// clients from retrying at the same moment.
    public var jitter: Double
    /// The longest delay that is accepted from a `Retry-After` header. If the server asks for more, the request fails
    /// at once.
    public var longestRetryAfter: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - times: The largest number of retries.
    ///   - backoff: The delay before each retry. A `Retry-After` header of the answer replaces it, if it is not shorter
    ///     than the delay after the first failure.
    ///   - jitter: The random part of each delay. Values below 0 and above 1 are clamped.
    ///   - longestRetryAfter: The longest delay that is accepted from a `Retry-After` header.
    public init(
        times: Int = 3,
        backoff: Backoff = .exponential(.milliseconds(500), upTo: .seconds(30)),
        jitter: Double = 0.5,
        longestRetryAfter: Duration = .seconds(60)
    ) {
        (self.times, self.backoff, self.jitter) = (times, backoff, jitter)
        self.longestRetryAfter = longestRetryAfter
    }

    /// A policy that never retries.
    public static var never: RetryPolicy { RetryPolicy(times: 0) }

    /// How long to wait after a failure. Nil if the request is not sent again.
    ///
    /// - Parameters:
    ///   - reason: The last failure.
    ///   - failures: How many attempts have failed.
    ///   - random: Where chance comes from.
    func delay(after reason: RequestError.Reason, failures: Int, _ random: Locked<SplitMix64>) -> Duration? {
        guard failures <= times, reason.isPassing else { return nil }
        let asked = reason.retryAfter
        if let asked, asked > longestRetryAfter { return nil }
        let part = random.withLock { Double.random(in: 0...1, using: &$0) }
        // A value that is no number between 0 and 1, not even after a change, would make a delay that traps.
        let jitter = self.jitter > 0 ? min(self.jitter, 1) : 0
        func own(_ failures: Int) -> Duration { max(.zero, backoff.delay(after: failures)) * (1 - jitter * part) }
        // A server that is in trouble may ask for no delay at all.
        return asked.map { max($0, own(1)) } ?? own(failures)
    }
}
