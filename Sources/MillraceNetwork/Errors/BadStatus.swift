/// An answer whose status is not one that the request accepts.
public struct BadStatus: Hashable, Sendable {
    /// The status: 404.
    public let status: Int
    /// The start of the body, without secrets: at most 1,000 characters.
    public let body: String
    /// How long the server wants to be left alone, if it says so.
    public let retryAfter: Duration?

    /// The statuses after which the same request may have an answer another time.
    static let passing: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Creates one.
    public init(_ status: Int, body: String = "", retryAfter: Duration? = nil) {
        (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
    }
}
