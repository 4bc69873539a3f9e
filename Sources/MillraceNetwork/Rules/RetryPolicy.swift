public import MillraceSignals

/// When a request is sent again after it has failed.
///
/// Only requests that say that they may be repeated are (``Request/isRepeatable``), and only after what may pass: no
/// connection, a broken answer, a time limit of one attempt, and the statuses 408, 425, 429, 500, 502, 503 and 504.
public struct RetryPolicy: Sendable {
    /// How many times a request is sent again at most.
    public var times: Int
    /// How long to wait before that.
    public var backoff: Backoff
    /// The part of each wait that chance decides, from 0 to 1: with 0.5 a wait of 4 s takes from 2 s to 4 s. It keeps
    /// many clients from coming back at the same moment.
    public var jitter: Double
    /// The longest wait that a server can ask for in `Retry-After`. If it asks for more, the request fails at once.
    public var longestRetryAfter: Duration

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - times: How many times a request is sent again at most.
    ///   - backoff: How long to wait before that. A `Retry-After` in the answer counts instead.
    ///   - jitter: The part of each wait that chance decides. Values below 0 and above 1 count as these.
    ///   - longestRetryAfter: The longest wait that a server can ask for.
    public init(
        times: Int = 3,
        backoff: Backoff = .exponential(.milliseconds(500), upTo: .seconds(30)),
        jitter: Double = 0.5,
        longestRetryAfter: Duration = .seconds(60)
    ) {
        (self.times, self.backoff, self.longestRetryAfter) = (times, backoff, longestRetryAfter)
        self.jitter = min(max(jitter, 0), 1)
    }

    /// Sends nothing again.
    public static var never: RetryPolicy { RetryPolicy(times: 0) }

    /// How long to wait after a failure. Nil if the request is not sent again.
    ///
    /// - Parameters:
    ///   - reason: The last failure.
    ///   - failures: How many attempts have failed.
    ///   - random: Where chance comes from.
    func delay(after reason: RequestError.Reason, failures: Int, _ random: Locked<SeededRandom>) -> Duration? {
        guard failures <= times, reason.isPassing else { return nil }
        if case .status(let status) = reason, let delay = status.retryAfter {
            return delay <= longestRetryAfter ? delay : nil
        }
        let part = random.withLock { Double.random(in: 0...1, using: &$0) }
        return backoff.delay(after: failures) * (1 - jitter * part)
    }
}
