import MillraceBase
public import Foundation
import MillraceSignals

/// Records the answers of another transport in a file, which a ``RecordedTransport`` plays back.
///
/// The file has one line of JSON for each answer or failure, in the order in which they came. Secrets are not written:
/// neither the values of secret headers and query items, nor their repetitions by the server. Bodies of requests are
/// not written at all. Remove anything else that must not be in the file, such as the token in the answer to a login,
/// with `redact`.
///
/// Requests that were cancelled, and requests with an answer that exceeded its limit, are not recorded. May be used on
/// any thread, by several clients, which keep it alive.
public final class RecordingTransport: Transport {
    private struct State {
        var file: FileHandle?
        var problem: (any Error)?
    }

    private let transport: any Transport
    private let redact: @Sendable (HTTPRequest, inout Response) -> Void
    private let state: Locked<State>

    private let sizeLimit: Int

    /// Opens a file, and records in it.
    ///
    /// - Parameters:
    ///   - transport: The transport that is recorded.
    ///   - file: The file to write. If it exists, the recording is appended to it.
    ///   - sizeLimit: The largest size of a recorded body, in bytes, since a body is kept in memory until it is
    ///     complete. Larger answers, such as downloads, are passed on and not recorded.
    ///   - redact: Changes an answer before it is written.
    /// - Throws: The system's error if the file cannot be opened.
    public init(
        over transport: any Transport,
        to file: URL,
        sizeLimit: Int = 10_000_000,
        redact: @escaping @Sendable (HTTPRequest, inout Response) -> Void = { _, _ in }
    ) throws {
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        (self.transport, self.sizeLimit, self.redact) = (transport, sizeLimit, redact)
        state = Locked(State(file: handle))
    }

    /// Sends the request with the other transport, and records the answer when it is complete.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        /// The answer, as long as it is to be recorded.
        let answer = Locked<Response?>(nil)
        let listener = AnswerReceiver(
            onHead: { head in
                let isWanted = receiver.receive(head: head)
                answer.withLock { $0 = isWanted ? head : nil }
                return isWanted
            },
            onPiece: { [sizeLimit] piece in
                let isWanted = receiver.receive(piece)
                answer.withLock { answer in
                    if isWanted, let count = answer?.body.count, count + piece.count <= sizeLimit {
                        answer?.body.append(piece)
                    } else {
                        answer = nil
                    }
                }
                return isWanted
            },
            onSent: { receiver.noteSent($0) }
        )
        do throws(RequestError.Reason) {
            try await transport.send(request, to: listener)
        } catch {
            if error != .cancelled { write(RecordedExchange(request, .failure(error))) }
            throw error
        }
        if var response = answer.withLock({ $0.take() }) {
            redact(request, &response)
            write(RecordedExchange(request, .success(response)))
        }
    }

    /// Closes the file. Requests are still sent, and no longer recorded.
    ///
    /// - Throws: The first error that occurred while writing. Later answers are not in the file.
    public func close() throws {
        let (file, problem) = state.withLock { state in (state.file.take(), state.problem) }
        try file?.close()
        if let problem { throw problem }
    }

    private func write(_ exchange: RecordedExchange) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        state.withLock { state in
            guard state.problem == nil, let file = state.file else { return }
            do {
                try file.write(contentsOf: try encoder.encode(exchange) + Data("\n".utf8))
            } catch {
                state.problem = error
            }
        }
    }
}
