/// The time limits of a request, and the size limit of its answer.
///
/// The client enforces them itself, by its clock, whatever the transport does.
public struct RequestLimits: Hashable, Sendable {
    /// The limit for one attempt, from opening the connection to the last byte. Nil for no limit.
    public var attempt: Duration?
    /// The limit for a time in which no byte is sent or received. Nil for no limit.
    public var silence: Duration?
    /// The limit for everything: waiting in the queue, all attempts, and the delays between them. Nil for no limit.
    public var total: Duration?
    /// The largest size of an answer's body, in bytes, after decompression.
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
