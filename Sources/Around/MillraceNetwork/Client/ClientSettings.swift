/// The settings of a ``Client``, for all its requests.
public struct ClientSettings: Sendable {
    /// Headers that are added to each request, unless it has a header of the same name.
    public var headers: [HTTPHeader] = []
    /// Items that are added to the query of each request, such as a key.
    public var query: [QueryItem] = []
    /// The largest number of requests that run at once. The others wait in a queue: see ``Request/priority``. Must be
    /// positive.
    public var concurrencyLimit = 6
    /// The time limits of requests, and the size limit of answers.
    public var limits = RequestLimits()
    /// How often, and with which delays, failed requests are retried.
    public var retry = RetryPolicy()
    /// The largest number of redirections that one request follows. With zero a redirection is an answer like any
    /// other.
    public var redirectionLimit = 5

    /// Creates the default settings.
    public init() {}
}
