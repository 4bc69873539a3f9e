import Foundation
import MillraceBase
import MillraceSignals

/// The events that a server sends, as an asynchronous sequence: see ``Client/events(_:after:reconnecting:)``.
///
/// Each iterator has a connection of its own, which is opened when it is asked for the first event, and closed when it
/// is released and when the task that reads it is cancelled.
public struct ServerSentEvents: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// Why there are no more.
    public typealias Failure = RequestError

    fileprivate let client: Client
    fileprivate let call: @Sendable () throws(RequestError) -> OutgoingRequest
    fileprivate let lastID: String
    fileprivate let policy: RetryPolicy

    /// Reads the events.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// Reads the events of a server.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private let source: ServerSentEvents
        /// The request, which belongs to the login under which the first connection was made.
        private var call: OutgoingRequest?
        private var pieces: AnswerStream.AsyncIterator?
        private var parser: EventParser
        private var ready = Queue<ServerSentEvent>()
        /// How long to wait between two connections, at least.
        private var pause = Duration.seconds(3)
        /// How many connections have brought nothing, one after the other.
        private var failures = 0
        private var isOver = false

        fileprivate init(_ source: ServerSentEvents) {
            (self.source, parser) = (source, EventParser(after: source.lastID))
        }

        /// The next event. Nil if the server wants no more connections.
        ///
        /// - Throws: Why there are no more, once: ``RequestError/Reason/cancelled`` if the task is cancelled.
        public nonisolated(nonsending) mutating func next() async throws(RequestError) -> ServerSentEvent? {
            while !isOver {
                if let event = ready.popFirst() { return event }
                do throws(RequestError) {
                    guard let pieces = try await connected() else { break }
                    try await read(pieces)
                } catch {
                    pieces = nil
                    parser = EventParser(after: parser.lastID)
                    try await wait(after: error)
                }
            }
            isOver = true
            return nil
        }

        /// The same.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RequestError) -> ServerSentEvent? {
            try await next()
        }
    }
}

extension ServerSentEvents.AsyncIterator {
    /// The connection, which is made if there is none. Nil if the server wants none.
    private nonisolated(nonsending) mutating func connected() async throws(RequestError) -> AnswerStream.AsyncIterator?
    {
        if let pieces { return pieces }
        var call = if let call { call } else { try source.call() }
        if let problem = await call.putBodyTogether() {
            throw RequestError(problem, request: call.request.description, attempts: 0)
        }
        self.call = call
        // Failures are tried again here, so that no attempt has an old `id`.
        call.isRepeatable = false
        if !parser.lastID.isEmpty { call.request.set(HTTPHeader("Last-Event-ID", parser.lastID)) }
        let stream = try await source.client.open(call)
        if stream.response.status == 204 { return nil }
        let kind = stream.response.headers["Content-Type"] ?? "none"
        let essence = kind.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard essence == "text/event-stream" else {
            throw stream.work.error(
                .undecodable(DecodingProblem(WrongContentType(kind: call.request.redaction(kind)), in: Data()))
            )
        }
        pieces = stream.makeAsyncIterator()
        return pieces
    }

    /// Takes the next piece of the connection.
    private nonisolated(nonsending) mutating func read(_ pieces: AnswerStream.AsyncIterator) async throws(RequestError)
    {
        var pieces = pieces
        guard let piece = try await pieces.next() else {
            if call?.isRepeatable == false {
                isOver = true
                return
            }
            throw pieces.work.error(.brokenAnswer)
        }
        for event in parser.add(piece) { ready.append(event) }
        if !ready.isEmpty { failures = 0 }
        if let retry = parser.retry { pause = .milliseconds(min(retry, 86_400_000)) }
        let limit = pieces.work.limit
        if parser.size > limit {
            pieces.work.cancel()
            throw pieces.work.error(.tooLarge(limit: limit))
        }
    }

    /// Waits until the next connection may be made.
    private nonisolated(nonsending) mutating func wait(after error: RequestError) async throws(RequestError) {
        let client = source.client
        failures += 1
        guard !Task.isCancelled, let call, call.isRepeatable,
            let delay = source.policy.delay(after: error.reason, failures: failures, client.random)
        else {
            isOver = true
            throw error
        }
        let longest = max(delay, pause)
        client.tell(.willRepeat(error.reason, after: longest), of: call.request, attempt: failures)
        try? await client.clock.sleep(for: longest)
        if Task.isCancelled {
            isOver = true
            throw RequestError(.cancelled, request: error.request, attempts: error.attempts)
        }
    }
}

extension Client {
    /// The events that a server sends (`text/event-stream`, HTML, 9.2), with a new connection whenever one has ended.
    ///
    /// ```swift
    /// for try await event in client.events(News()) { show(event.data) }
    /// let news = Signal(resultsOf: client.events(News()), on: .main)
    /// ```
    ///
    /// A connection that ends, breaks off, is silent for longer than ``RequestLimits/silence``, or cannot be made is
    /// followed by another, with the last `id` in `Last-Event-ID`: after three seconds, or the server's `retry`, and
    /// after longer the more of them have brought nothing. The clock is the client's. The sequence ends when the server
    /// answers with 204. It throws where another connection would be of no use: after another status that is not
    /// accepted and does not pass, another content type, an event that is larger than ``RequestLimits/answerSize``, or
    /// the end of the login under which it began. A request that is not repeatable, such as a `POST`, has one
    /// connection: its end is the end.
    ///
    /// - Parameters:
    ///   - request: The request. Its ``Request/decode(_:)`` is not called.
    ///   - lastID: The `id` of the last event that is known already. Empty for none.
    ///   - policy: How many connections in a row may bring nothing, and how the pauses between them grow.
    public func events(
        _ request: some Request,
        after lastID: String = "",
        reconnecting policy: RetryPolicy = RetryPolicy(times: .max)
    ) -> ServerSentEvents {
        ServerSentEvents(
            client: self,
            call: { () throws(RequestError) in
                var call = try self.call(for: request)
                for header in [HTTPHeader("Accept", "text/event-stream"), HTTPHeader("Cache-Control", "no-store")]
                where call.request.headers[header.name] == nil { call.request.set(header) }
                return call
            },
            lastID: lastID,
            policy: policy
        )
    }
}

private struct WrongContentType: Error, CustomStringConvertible {
    let kind: String
    var description: String { "its content type is \(kind), and not text/event-stream" }
}
