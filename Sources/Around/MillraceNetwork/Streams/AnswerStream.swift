public import Foundation
import MillraceBase

/// An answer that is read while it comes in, as an asynchronous sequence of pieces of its body: see
/// ``Client/stream(_:meter:)``.
///
/// ```swift
/// let answer = try await client.stream(Log())
/// for try await line in answer.lines { print(line) }
/// ```
///
/// Bytes that have arrived wait in memory for their reader, up to ``RequestLimits/answerSize``. If the reader falls
/// behind by more, the connection is closed, and after the waiting bytes the sequence throws
/// ``RequestError/Reason/tooLarge(limit:)``. For answers that may be larger and are not read at once, use
/// ``Client/download(_:to:sizeLimit:isResumed:meter:)``.
///
/// It ends at the end of the answer, and throws if that breaks off or is silent for too long; it is not asked for again.
/// The connection is closed when the last copy of this value and of its iterators is released, when a task that reads
/// it is cancelled, and by ``cancel()``. Several loops share the pieces. May be used on any thread.
public struct AnswerStream: AsyncSequence, Sendable {
    /// A piece of the body, after decompression. Never empty; where one ends means nothing.
    public typealias Element = Data
    /// Why there is no more.
    public typealias Failure = RequestError

    /// The request that brings the answer. It is cancelled with this object.
    final class Work: Sendable {
        let sink: AnswerSink
        let sending: Sending
        let limit: Int
        private let task: Task<Void, Never>

        init(_ sink: AnswerSink, _ sending: Sending, on client: Client) {
            (self.sink, self.sending, limit) = (sink, sending, sending.call.limits.answerSize)
            task = Task(executorPreference: client.executor) {
                do throws(RequestError) {
                    sink.end(.success(try await client.run(sending).0))
                } catch {
                    sink.end(.failure(error))
                }
            }
        }

        deinit { cancel() }

        func cancel() {
            sink.abandon()
            task.cancel()
        }

        func error(_ reason: RequestError.Reason) -> RequestError {
            let attempts = sending.attempts.withLock { $0 }
            return RequestError(reason, request: sending.call.request.description, attempts: attempts)
        }
    }

    let work: Work
    /// The status code and the headers. Its body is empty.
    public let response: Response

    /// Ends the answer, and closes its connection. The next read gives the end.
    public func cancel() { work.cancel() }

    /// The lines of the body, as text.
    public var lines: AnswerLines { AnswerLines(stream: self) }

    /// Reads the pieces.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(work: work) }

    /// Reads the pieces of an ``AnswerStream``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let work: Work

        /// The next piece. Nil at the end.
        ///
        /// - Throws: Why there is no more, once: ``RequestError/Reason/cancelled`` if the task is cancelled.
        public nonisolated(nonsending) mutating func next() async throws(RequestError) -> Data? {
            if let piece = try await work.sink.next() { return piece }
            guard Task.isCancelled else { return nil }
            work.cancel()
            throw work.error(.cancelled)
        }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestError) -> Data? {
            try await next()
        }
    }
}

extension Client {
    /// Sends a request, and returns its answer as soon as the head of it has come, to be read while the rest comes in.
    ///
    /// Until then all holds as for ``send(_:meter:)``: retries, logins, redirections and limits. Afterwards the answer
    /// counts no more among the running requests, and only ``RequestLimits/silence`` limits its time.
    /// ``Request/decode(_:)`` is not called. An answer whose status is not accepted is an error, as always.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - meter: Measures the progress.
    /// - Throws: A ``RequestError``, with the reason ``RequestError/Reason/cancelled`` if the task is cancelled.
    @concurrent
    public func stream(_ request: some Request, meter: TransferMeter? = nil) async throws(RequestError) -> AnswerStream
    {
        try await open(try call(for: request), meter)
    }

    /// Opens the answer to a request.
    func open(_ call: OutgoingRequest, _ meter: TransferMeter? = nil) async throws(RequestError) -> AnswerStream {
        var call = call
        let (sink, accepts) = (AnswerSink(limit: call.limits.answerSize), call.accepts)
        call.target = sink
        // An answer that is not the last one does not go to the reader.
        call.isForTarget = { accepts($0.status) && !$0.isPassed(by: self) }
        let work = AnswerStream.Work(sink, Sending(call, by: self, meter), on: self)
        guard let head = try await sink.head() else {
            work.cancel()
            throw work.error(.cancelled)
        }
        return AnswerStream(work: work, response: head)
    }
}

extension Response {
    /// Whether a client does not stop at this answer, although its status may be accepted.
    fileprivate func isPassed(by client: Client) -> Bool {
        status == 401 || BadStatus.passing.contains(status)
            || HTTPRequest.redirections.contains(status) && client.settings.redirectionLimit > 0
                && headers["Location"] != nil
    }
}
