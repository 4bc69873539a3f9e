/// A limit on the time of a request.
public enum TimeLimit: Hashable, Sendable, Codable {
    /// The limit for one attempt, from opening the connection to the last byte of the answer.
    case attempt
    /// The limit for a time in which no byte is sent or received.
    case silence
    /// The limit for everything: waiting in the queue, all attempts, and the delays between them.
    case total
}
