/// A limit on the time of a request.
public enum TimeLimit: Hashable, Sendable {
    /// For one attempt, from opening the connection to the last byte of the answer.
    case attempt
    /// For the time in which nothing is sent and nothing arrives.
    case silence
    /// For everything: waiting for other requests, all attempts, and the waits between them.
    case total
}
