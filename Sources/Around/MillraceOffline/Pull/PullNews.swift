/// The changes at a server, as an answer lists them: a ``Pull`` asks for them.
///
/// ```swift
/// struct TodoNews: PullNews {
///     var changed: [Todo]
///     var removed: [Todo.ID]
///     var token: String?
/// }
/// ```
///
/// If it is `Codable`, the action that brings it can be recorded.
public protocol PullNews: Sendable {
    /// The type of the server's tokens: a text, a number, the time of the answer.
    associatedtype Token: Codable & Equatable & Sendable = String

    /// The type of the reasons for which a question fails. By default a text, for the user.
    associatedtype Failure: Equatable & Sendable = String

    /// Where the next question goes on; nil where it asks for everything again.
    var token: Token? { get }
}
