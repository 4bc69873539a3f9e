/// What a ``Client`` does with all its requests.
public struct ClientSettings: Sendable {
    /// Headers that each request has, unless it has one of the same name.
    public var headers: [HTTPHeader] = []
    /// Items that are added to the query of each request, such as a key.
    public var query: [QueryItem] = []
    /// How many requests are sent at once. The others wait: see ``Request/priority``. Must be positive.
    public var concurrencyLimit = 6
    /// The time limits, and the size limit of answers.
    public var limits = RequestLimits()
    /// When requests are sent again.
    public var retry = RetryPolicy()
    /// How many redirections are followed, one after the other. With zero they are answers like any other.
    public var redirectionLimit = 5
    /// How many bytes of answers that have an `ETag` are remembered, so that the server need not send them again.
    public var answerMemory = 5_000_000

    /// Creates the default settings.
    public init() {}
}
