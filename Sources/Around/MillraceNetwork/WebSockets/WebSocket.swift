public import Foundation
import MillraceBase

/// A connection on which both sides send messages at any time (RFC 6455): see ``Client/webSocket(_:)``.
///
/// ```swift
/// let socket = try await client.webSocket(Updates())
/// try await socket.send(.text("subscribe"))
/// for try await message in socket { show(message) }
/// ```
///
/// As a sequence it has the messages of the server, and ends when the server closes the connection in good order; an
/// end of another kind is thrown. Several loops share the messages. A message that is larger than
/// ``RequestLimits/answerSize`` ends the connection. It is closed by ``close()``, when a task is cancelled that sends
/// or receives, and when this object and its iterators are released. It is not opened again: that is up to the app,
/// which knows the messages that it has missed. May be used on any thread.
public final class WebSocket: AsyncSequence, Sendable {
    /// A message.
    public enum Message: Hashable, Sendable {
        /// A text.
        case text(String)
        /// Bytes.
        case data(Data)
    }

    /// A message of the server.
    public typealias Element = Message
    /// Why there are no more.
    public typealias Failure = RequestError

    private let link: any WebSocketLink
    private let request: HTTPRequest
    private let isOver = Locked(false)

    init(_ link: any WebSocketLink, _ request: HTTPRequest) { (self.link, self.request) = (link, request) }

    deinit { link.close() }

    /// Sends a message. Returns when the system has taken it, which does not mean that the server has it.
    ///
    /// - Throws: Why it cannot be sent: ``RequestError/Reason/brokenAnswer`` after the end of the connection.
    public func send(_ message: Message) async throws(RequestError) {
        if isOver.withLock({ $0 }) { throw error(.brokenAnswer) }
        _ = try await closingWhenCancelled { link throws(RequestError.Reason) in
            try await link.send(message)
            return nil
        }
    }

    /// Waits for the next message of the server. Nil when the connection has ended in good order.
    ///
    /// - Throws: Why there are no more, once: ``RequestError/Reason/cancelled`` if the task is cancelled.
    public func receive() async throws(RequestError) -> Message? {
        if isOver.withLock({ $0 }) { return nil }
        let message = try await closingWhenCancelled { link throws(RequestError.Reason) in try await link.receive() }
        if message == nil { isOver.withLock { $0 = true } }
        return message
    }

    /// Closes the connection in good order. Those who wait for a message have the end of the sequence.
    public func close() {
        isOver.withLock { $0 = true }
        link.close()
    }

    private func closingWhenCancelled(
        _ body: @Sendable (any WebSocketLink) async throws(RequestError.Reason) -> Message?
    ) async throws(RequestError) -> Message? {
        let outcome: Result<Message?, RequestError.Reason> = await withTaskCancellationHandler {
            do throws(RequestError.Reason) {
                return .success(try await body(link))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            link.close()
        }
        switch outcome {
        case .success(let message) where !Task.isCancelled: return message
        case .failure(let reason) where !Task.isCancelled:
            // Who has closed it needs no reason.
            if isOver.withLock({ exchange(&$0, with: true) }) { return nil }
            throw error(reason)
        default:
            if isOver.withLock({ exchange(&$0, with: true) }) { return nil }
            throw error(.cancelled)
        }
    }

    private func error(_ reason: RequestError.Reason) -> RequestError {
        RequestError(reason, request: request.description, attempts: 1)
    }

    /// Receives the messages.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: self) }

    /// Receives the messages of a ``WebSocket``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let socket: WebSocket

        /// The next message: see ``WebSocket/receive()``.
        public nonisolated(nonsending) mutating func next() async throws(RequestError) -> Message? {
            try await socket.receive()
        }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestError) -> Message? {
            try await next()
        }
    }
}

extension Client {
    /// Opens a WebSocket with the address, the query, the headers and the login of a request.
    ///
    /// Retries, redirections, interceptors and time limits do not hold for it, and a ``Transport`` of one's own is not
    /// asked. Whether the server agrees is known from the first ``WebSocket/receive()``. On Linux it depends on the
    /// system's libcurl: where that has no WebSockets, as before its version 8.11, the first message fails with it, as
    /// ``RequestError/Reason/unencodable(_:)``.
    ///
    /// - Parameter request: The request, a `GET`. Its body and its ``Request/decode(_:)`` are not used.
    /// - Throws: A ``RequestError`` if it cannot be sent, has no valid token, or the task is cancelled.
    @concurrent
    public func webSocket(_ request: some Request) async throws(RequestError) -> WebSocket {
        try await webSocket(request) { request, limit in URLSessionWebSocketLink(request, messageLimit: limit) }
    }

    /// Opens a WebSocket over a link of one's own, for specs.
    func webSocket(
        _ request: some Request,
        over makeLink: @Sendable (_ request: HTTPRequest, _ messageLimit: Int) -> any WebSocketLink
    ) async throws(RequestError) -> WebSocket {
        let sending = Sending(try call(for: request), by: self, nil)
        do throws(RequestError.Reason) {
            let request = try await sending.withToken()
            return WebSocket(makeLink(request, sending.call.limits.answerSize), request)
        } catch {
            throw failure(error, of: sending)
        }
    }
}
