public import Foundation

/// What carries requests to a server and brings the answers: ``URLSessionTransport``, a ``RecordedTransport``, a
/// ``FunctionTransport`` in specs, or your own.
///
/// A transport knows no rules: it sends each request once. Time limits, repetition, redirects, authentication and size
/// limits are the client's.
public protocol Transport: Sendable {
    /// Sends a request, and hands the answer over as it comes in.
    ///
    /// Returns when the answer is complete, or when the receiver wants no more of it: the connection is closed then. When
    /// the task is cancelled, closes the connection and throws ``RequestError/Reason/cancelled``; the client does not
    /// wait for that. Redirections are answers like any other, and not followed.
    ///
    /// - Throws: Why there is no answer, or no complete one.
    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason)
}

/// What takes an answer from a ``Transport``, piece by piece. May be used on any thread, by one at a time.
public struct AnswerReceiver: Sendable {
    private let onHead: @Sendable (Response) -> Bool
    private let onPiece: @Sendable (Data) -> Bool
    private let onSent: @Sendable (Int) -> Void

    /// Creates a receiver.
    ///
    /// - Parameters:
    ///   - onHead: Takes the head: a response without a body. Returns whether the body is wanted.
    ///   - onPiece: Takes the next piece of the body, unpacked. Returns whether more is wanted.
    ///   - onSent: Takes how many bytes of the request's body have been sent so far.
    public init(
        onHead: @escaping @Sendable (Response) -> Bool,
        onPiece: @escaping @Sendable (Data) -> Bool,
        onSent: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.onHead, self.onPiece, self.onSent) = (onHead, onPiece, onSent)
    }

    /// Hands over the head of the answer. Returns whether the body is wanted.
    public func receive(head: Response) -> Bool { onHead(head) }

    /// Hands over the next piece of the body. Returns whether more is wanted.
    public func receive(_ piece: Data) -> Bool { onPiece(piece) }

    /// Tells how many bytes of the request's body have been sent so far.
    public func hasSent(_ byteCount: Int) { onSent(byteCount) }
}
