/// How a ``Pull`` asks for news: the call of the service, and the time between two questions.
///
/// ```swift
/// let source = PullSource<TodoNews>(every: .seconds(60)) { token in
///     .news(try await client.send(Changes(since: token)))
/// } catching: { error in
///     guard let error = error as? RequestError else { return .failed("\(error)") }
///     if case .status(let status) = error.reason, status.status == 410 { return .forgotten }
///     return .failed(error.message, after: error.retryAfter)
/// }
/// ```
///
/// Make it once, where the services are, and keep it in the handlers that ask.
public struct PullSource<News: PullNews> {
    /// Asks for the changes since a token; for everything, if there is none.
    public typealias Ask = nonisolated(nonsending) (News.Token?) async throws -> PullAnswer<News>

    let interval: Duration?
    private let ask: Ask
    private let catching: (any Error) -> PullAnswer<News>

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - interval: The time from an answer, or a failure, until the next question. It passes on the dispatcher's
    ///     scheduler. Nil to ask only when ``Pull/hurry()`` says so.
    ///   - ask: Asks the server. It is called in the dispatcher's isolation, never twice at a time.
    ///   - catching: The meaning of an error that `ask` throws.
    public init(
        every interval: Duration?,
        asking ask: @escaping Ask,
        catching: @escaping (any Error) -> PullAnswer<News>
    ) {
        (self.interval, self.ask, self.catching) = (interval, ask, catching)
    }

    nonisolated(nonsending) func answer(since token: News.Token?, of pull: String) async throws -> Pulled<News> {
        let answer: PullAnswer<News>
        do {
            answer = try await ask(token)
        } catch {
            try Task.checkCancellation()
            answer = catching(error)
        }
        return Pulled(answer, isWhole: token == nil, of: pull)
    }
}
