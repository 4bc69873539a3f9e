import MillraceBase
public import Foundation
import MillraceSignals

/// Plays back the answers that a ``RecordingTransport`` has recorded, for demos without a network and for specs.
///
/// A request is identified by its method, its path and its query, whatever its host; a secret in the query is not
/// compared. A request without a recorded answer fails with ``RequestError/Reason/notRecorded``. The recording is kept
/// in memory.
public final class RecordedTransport: Transport {
    /// The order in which requests get the recorded answers.
    public enum Order: Sendable {
        /// Equal requests get the answers that were recorded for them, one after the other, and then the last one again
        /// and again.
        case byRequest
        /// The n-th request gets the n-th answer of the recording. It fails with ``RequestError/Reason/notRecorded`` if
        /// that answer was recorded for another request.
        case asRecorded
    }

    /// The error that a file is not a valid recording.
    public struct Damage: Error, CustomStringConvertible {
        /// The line that cannot be read, counted from one.
        public let line: Int

        /// The problem with the file, and how to fix it.
        public var description: String {
            "RecordedTransport.init: line \(line) is not a recorded answer. To fix: take the line out, or record again."
        }
    }

    private let order: Order
    private let exchanges: [RecordedExchange]
    private let state = Locked((next: 0, played: [Int: Int]()))

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - file: The file. An incomplete last line is ignored: the process ended while it was writing that line.
    ///   - order: The order in which requests get the recorded answers.
    /// - Throws: The system's error if the file cannot be read, or ``Damage``.
    public convenience init(_ file: URL, order: Order = .byRequest) throws {
        try self.init(recording: Data(contentsOf: file), order: order)
    }

    /// Reads a recording from memory, for example from a resource.
    ///
    /// - Throws: ``Damage`` if a line cannot be read.
    public init(recording: Data, order: Order = .byRequest) throws {
        var exchanges: [RecordedExchange] = []
        let lines = recording.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty {
            if let exchange = try? JSONDecoder().decode(RecordedExchange.self, from: line) {
                exchanges.append(exchange)
            } else if index < lines.count - 1 {
                throw Damage(line: index + 1)
            }
        }
        (self.exchanges, self.order) = (exchanges, order)
    }

    /// Hands over the recorded answer.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        guard let exchange = exchange(for: request) else { throw .notRecorded }
        if request.content != nil { receiver.hasSent(request.bodySize) }
        receiver.receive(whole: try exchange.outcome(to: request).get())
    }

    private func exchange(for request: HTTPRequest) -> RecordedExchange? {
        switch order {
        case .asRecorded:
            let index = state.withLock { state in
                state.next += 1
                return state.next - 1
            }
            return exchanges.indices.contains(index) && exchanges[index].isAbout(request) ? exchanges[index] : nil
        case .byRequest:
            let found = exchanges.indices.filter { exchanges[$0].isAbout(request) }
            guard let first = found.first, let last = found.last else { return nil }
            let count = state.withLock { state in
                state.played[first, default: 0] += 1
                return state.played[first, default: 0]
            }
            return exchanges[count <= found.count ? found[count - 1] : last]
        }
    }
}
