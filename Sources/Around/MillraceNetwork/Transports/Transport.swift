public import Foundation

/// Sends requests to a server and receives the answers, for a ``Client``.
///
/// Use ``URLSessionTransport``, a ``FunctionTransport`` in specs, or your own. A transport
/// sends each request once. The client is responsible for time limits, size limits, retries, redirections and
/// authentication.
public protocol Transport: Sendable {
    /// Sends a request, and passes the answer to the receiver as it comes in.
    ///
    /// Returns when the answer is complete, or when the receiver wants no more of it; then it closes the connection.
    /// When the task is cancelled, it closes the connection and throws ``RequestError/Reason/cancelled``; the client
    /// does not wait for that. Redirections are answers like any other: a transport does not follow them.
    ///
    /// - Throws: Why there is no answer, or no complete one.
    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason)
}

/// Receives an answer from a ``Transport``, piece by piece. May be used on any thread, but not concurrently.
public struct AnswerReceiver: Sendable {
    private let onHead: @Sendable (Response) -> Bool
    private let onPiece: @Sendable (Data) -> Bool
    private let onSent: @Sendable (Int) -> Void

    /// Creates a receiver.
    ///
    /// The closures are called on a thread of the transport, which waits for them. They must return soon: with
    /// ``URLSessionTransport``, on Linux, all requests of the process wait meanwhile.
    ///
    /// - Parameters:
    ///   - onHead: Receives the head: a response without a body. Returns whether the body is wanted.
    ///   - onPiece: Receives the next piece of the body, after decompression. Returns whether more is wanted.
    ///   - onSent: Receives the number of bytes of the request's body that have been sent so far.
    public init(
        onHead: @escaping @Sendable (Response) -> Bool,
        onPiece: @escaping @Sendable (Data) -> Bool,
        onSent: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        (self.onHead, self.onPiece, self.onSent) = (onHead, onPiece, onSent)
    }

    /// Passes the head of the answer. Returns whether the body is wanted.
    public func receive(head: Response) -> Bool { onHead(head) }

    /// Passes the next piece of the body. Returns whether more is wanted.
    public func receive(_ piece: Data) -> Bool { onPiece(piece) }

    /// Passes the number of bytes of the request's body that have been sent so far.
    public func noteSent(_ byteCount: Int) { onSent(byteCount) }
}
