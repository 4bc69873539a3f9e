/// How long a request may take, and how large its answer may be.
///
/// The limits are the client's own, measured by its clock: they hold whatever the transport does.
public struct RequestLimits: Hashable, Sendable {
    /// The time for one attempt, from opening the connection to the last byte. Nil for no limit.
    public var attempt: Duration?
    /// The longest time in which nothing is sent and nothing arrives. Nil for no limit.
    public var silence: Duration?
    /// The time for everything: waiting for other requests, all attempts, and the waits between them. Nil for no limit.
    public var total: Duration?
    /// The largest body of an answer, in bytes, unpacked.
    public var answerSize: Int

    /// Creates limits.
    public init(
        attempt: Duration? = .seconds(60),
        silence: Duration? = .seconds(30),
        total: Duration? = .seconds(300),
        answerSize: Int = 10_000_000
    ) {
        (self.attempt, self.silence, self.total, self.answerSize) = (attempt, silence, total, answerSize)
    }
}
