/// An answer with a status code that the request does not accept.
public struct BadStatus: Hashable, Sendable, Codable {
    /// The status code, such as 404.
    public let status: Int
    /// The start of the body, without secrets: at most 1,000 characters.
    public let body: String
    /// The delay that the server asks for in `Retry-After`; nil if it does not.
    public let retryAfter: Duration?

    /// The statuses after which the same request may have an answer another time.
    static let passing: Set<Int> = [408, 423, 425, 429, 500, 502, 503, 504]

    /// Creates a value, for tests and for ``Request/decode(_:)``.
    public init(_ status: Int, body: String = "", retryAfter: Duration? = nil) {
        (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
    }
}
