import Foundation
import MillraceSignals

/// Puts an answer together from the pieces that a transport hands over, up to its limit.
///
/// After it is closed nothing of the answer counts any more, whatever the transport goes on to do.
final class AnswerCollector: Sendable {
    private struct State {
        var response: Response?
        var isTooLarge = false
        var isClosed = false
        /// When something was last sent or received.
        var lastSign: Duration
    }

    private let limit: Int
    private let isHead: Bool
    private let meter: TransferMeter?
    private let clock: any Scheduler
    private let state: Locked<State>

    init(for request: HTTPRequest, limit: Int, _ meter: TransferMeter?, _ clock: any Scheduler) {
        (self.limit, self.meter, self.clock) = (limit, meter, clock)
        isHead = request.method == .head
        state = Locked(State(lastSign: clock.now))
        let total = request.body?.count ?? 0
        meter?.change { progress in
            progress = TransferProgress()
            progress.sentTotal = total
        }
    }

    /// The answer. Nil if not even its head has come.
    var response: Response? { state.withLock { $0.response } }

    /// Whether the answer is larger than its limit. Nothing of its body is kept then.
    var isTooLarge: Bool { state.withLock { $0.isTooLarge } }

    /// When something was last sent or received, by the clock.
    var lastSign: Duration { state.withLock { $0.lastSign } }

    /// Takes nothing from now on.
    func close() { state.withLock { $0.isClosed = true } }

    /// What the transport hands the answer to.
    var receiver: AnswerReceiver {
        AnswerReceiver(
            onHead: { [self] in take(head: $0) },
            onPiece: { [self] in take($0) },
            onSent: { [self] in note(sent: $0) }
        )
    }

    private func take(head: Response) -> Bool {
        let isPacked = head.headers["Content-Encoding"] != nil
        let length = isHead ? nil : head.headers["Content-Length"].flatMap { Int($0) }
        let isWanted = note { state in
            state.response = head
            state.response?.body = Data()
            state.isTooLarge = length.map { $0 > limit } ?? false
            return !state.isTooLarge
        }
        if isWanted { meter?.change { $0.receivedTotal = isPacked ? nil : length } }
        return isWanted
    }

    private func take(_ piece: Data) -> Bool {
        let isWanted = note { state in
            let size = (state.response?.body.count ?? 0) + piece.count
            state.isTooLarge = state.isTooLarge || size > limit
            if state.isTooLarge { state.response?.body = Data() } else { state.response?.body.append(piece) }
            return !state.isTooLarge
        }
        if isWanted { meter?.change { $0.received += piece.count } }
        return isWanted
    }

    private func note(sent byteCount: Int) {
        if note({ _ in true }) { meter?.change { $0.sent = byteCount } }
    }

    /// Notes a sign of life. Returns false where nothing is wanted any more.
    private func note(_ body: (inout State) -> Bool) -> Bool {
        let now = clock.now
        return state.withLock { state in
            guard !state.isClosed else { return false }
            state.lastSign = now
            return body(&state)
        }
    }
}
