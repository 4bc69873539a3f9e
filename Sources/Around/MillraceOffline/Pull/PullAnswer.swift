public import MillraceFlux

/// The outcome of a question of a ``Pull``.
public enum PullAnswer<News: PullNews>: Sendable {
    /// The changes since the token of the question; or everything, if it had none.
    case news(News)

    /// The server does not know the token any more, as with the status 410. It is asked for everything.
    case forgotten

    /// There was no answer, or none that can be used: the reason. It is asked again after the interval of the source, and
    /// not sooner than after the time that the server asks for, if it does.
    case failed(News.Failure, after: Duration? = nil)
}

extension PullAnswer: Equatable where News: Equatable {}
extension PullAnswer: Codable where News: Codable, News.Failure: Codable {}

/// The action that brings the answer to a question to the store whose state has the ``Pull``.
///
/// ```swift
/// store.on(Pulled<TodoNews>.self) { state, pulled in
///     if let news = state.pull.take(pulled, beside: state.outbox) { state.take(news, isWhole: pulled.isWhole) }
///     return state.sync(sender, source)
/// }
/// ```
///
/// It also says that the time until the next question is over.
public struct Pulled<News: PullNews>: Action {
    /// The name of the pull.
    public let pull: String

    /// The server's answer; nil if the time until the next question is over.
    public let answer: PullAnswer<News>?

    /// Whether the question had no token, so that the news are everything that there is: all else is gone at the server.
    public let isWhole: Bool

    /// Creates an answer. A ``Pull`` makes its own; use this initialiser in tests.
    public init(_ answer: PullAnswer<News>?, isWhole: Bool = false, of pull: String = "pull") {
        (self.pull, self.answer, self.isWhole) = (pull, answer, isWhole)
    }
}

extension Pulled: Equatable where News: Equatable {}
extension Pulled: Codable where News: Codable, News.Failure: Codable {}
