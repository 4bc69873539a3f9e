import MillraceBase
public import Foundation
import MillraceSignals

/// Plays back the answers that a ``RecordingTransport`` has recorded, for demos without a network and for specs.
///
/// A request is identified by its method, its path and its query, whatever its host; a secret in the query is not
/// compared. Equal requests get the answers that were recorded for them, one after the other, and then the last one again
/// and again. A request without a recorded answer fails with ``RequestError/Reason/notRecorded``. The recording is kept
/// in memory.
public final class RecordedTransport: Transport {
    /// The error that a file is not a valid recording.
    public struct Damage: Error, CustomStringConvertible {
        /// The line that cannot be read, counted from one.
        public let line: Int

        /// The problem with the file, and how to fix it.
        public var description: String {
            "RecordedTransport.init: line \(line) is not a recorded answer. To fix: take the line out, or record again."
        }
    }

    private let exchanges: [RecordedExchange]
    private let played = Locked([Int: Int]())

    /// Reads a recording.
    ///
    /// - Parameter file: The file. An incomplete last line is ignored: the process ended while it was writing it.
    /// - Throws: The system's error if the file cannot be read, or ``Damage``.
    public convenience init(_ file: URL) throws {
        try self.init(recording: Data(contentsOf: file))
    }

    /// Reads a recording from memory, for example from a resource.
    ///
    /// - Throws: ``Damage`` if a line cannot be read.
    public init(recording: Data) throws {
        var exchanges: [RecordedExchange] = []
        let lines = recording.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if let exchange = try? JSONDecoder().decode(RecordedExchange.self, from: line) {
                exchanges.append(exchange)
            } else if index < lines.count - 1 {
                throw Damage(line: index + 1)
            }
        }
        self.exchanges = exchanges
    }

    /// Hands over the recorded answer.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        guard let exchange = exchange(for: request) else { throw .notRecorded }
        if request.content != nil { receiver.noteSent(request.bodySize) }
        receiver.receive(whole: try exchange.outcome(to: request).get())
    }

    private func exchange(for request: HTTPRequest) -> RecordedExchange? {
        let found = exchanges.indices.filter { exchanges[$0].isAbout(request) }
        guard let first = found.first, let last = found.last else { return nil }
        let count = played.withLock { played in
            played[first, default: 0] += 1
            return played[first, default: 0]
        }
        return exchanges[count <= found.count ? found[count - 1] : last]
    }
}
