import Foundation
import MillraceBase

/// The lines of an answer that is read while it comes in: see ``AnswerStream/lines``.
///
/// A line ends with LF, CR or CRLF, which are not part of it, or with the answer. Bytes that are not UTF-8 are replaced
/// by U+FFFD. A line that is longer than ``RequestLimits/answerSize`` is ``RequestError/Reason/tooLarge(limit:)``, and
/// the connection is closed. Otherwise like the ``AnswerStream``, which it keeps open.
public struct AnswerLines: AsyncSequence, Sendable {
    /// A line.
    public typealias Element = String
    /// Why there is no more.
    public typealias Failure = RequestError

    let stream: AnswerStream

    /// Reads the lines.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pieces: stream.makeAsyncIterator()) }

    /// Reads the lines of an ``AnswerStream``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: AnswerStream.AsyncIterator
        private var splitter = LineSplitter()
        private var ready = Queue<[UInt8]>()

        fileprivate init(pieces: AnswerStream.AsyncIterator) { self.pieces = pieces }

        /// The next line. Nil at the end.
        ///
        /// - Throws: Why there is no more, once: ``RequestError/Reason/cancelled`` if the task is cancelled.
        public nonisolated(nonsending) mutating func next() async throws(RequestError) -> String? {
            while true {
                if let line = ready.popFirst() { return String(decoding: line, as: UTF8.self) }
                guard let piece = try await pieces.next() else {
                    return splitter.finish().map { String(decoding: $0, as: UTF8.self) }
                }
                splitter.add(piece) { ready.append($0) }
                let limit = pieces.work.limit
                if splitter.rest.count > limit {
                    splitter = LineSplitter()
                    pieces.work.cancel()
                    throw pieces.work.error(.tooLarge(limit: limit))
                }
            }
        }

        /// The same.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RequestError) -> String? {
            try await next()
        }
    }
}
