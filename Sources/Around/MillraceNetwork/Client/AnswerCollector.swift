import Foundation
import MillraceBase
import MillraceSignals

/// Puts an answer together from the pieces that a transport hands over, up to its limit: in memory, or in its target.
///
/// After it is closed nothing of the answer counts any more, whatever the transport goes on to do.
final class AnswerCollector: Sendable {
    fileprivate struct State {
        var response: Response?
        var byteCount = 0
        var isTooLarge = false
        /// Where the body goes. Nil if it is kept in memory.
        var target: (any AnswerTarget)?
        /// Why the target takes no more.
        var problem: RequestError.Reason?
        var isClosed = false
        /// When something was last sent or received.
        var lastSign: Duration
    }

    private let call: OutgoingRequest
    private let meter: TransferMeter?
    private let clock: any Scheduler
    private let state: Locked<State>

    init(for call: OutgoingRequest, _ meter: TransferMeter?, _ clock: any Scheduler) {
        (self.call, self.meter, self.clock) = (call, meter, clock)
        state = Locked(State(lastSign: clock.now))
        let total = call.request.bodySize
        meter?.change { progress in
            progress = TransferProgress()
            progress.sentTotal = total
        }
    }

    /// The answer. Nil if not even its head has come.
    var response: Response? { state.withLock { $0.response } }

    /// The answer without its body. Nil if its head has not come.
    var head: Response? {
        state.withLock { state in
            state.response.map { Response($0.status, headers: $0.headers) }
        }
    }

    /// Why no more of the answer was taken: it is larger than its limit, or its target refused it. Nothing of its body
    /// is kept in memory then.
    var refusal: RequestError.Reason? {
        state.withLock { $0.problem ?? ($0.isTooLarge ? .tooLarge(limit: limit($0)) : nil) }
    }

    private func limit(_ state: State) -> Int { state.target?.sizeLimit ?? call.limits.answerSize }

    /// Has the target check the whole, if it has it. Returns the fault, if there is one.
    func finish() -> RequestError.Reason? {
        state.withLock { $0.isClosed ? nil : $0.target?.end() }
    }

    /// How many bytes of the body have arrived.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// When something was last sent or received, by the clock.
    var lastSign: Duration { state.withLock { $0.lastSign } }

    /// Takes nothing from now on.
    func close() { state.withLock { $0.isClosed = true } }

    /// The receiver that the transport hands the answer to.
    var receiver: AnswerReceiver {
        AnswerReceiver(
            onHead: { [self] in take(head: $0) },
            onPiece: { [self] in take($0) },
            onSent: { [self] in note(sent: $0) }
        )
    }

    private func take(head: Response) -> Bool {
        let isPacked = head.headers["Content-Encoding"] != nil
        let isForTarget = call.isForTarget?(head) ?? call.accepts(head.status)
        let target = isForTarget ? call.target : nil
        let length = call.request.method == .head ? nil : head.headers["Content-Length"].flatMap { Int($0) }
        let isWanted = note { state in
            state.response = head
            state.response?.body = Data()
            (state.target, state.problem) = (target, target?.begin(head))
            state.isTooLarge = length.map { $0 > limit(state) } ?? false
            return !state.isTooLarge && state.problem == nil
        }
        let former = target?.offset ?? 0
        if isWanted {
            meter?.change { progress in
                progress.received = former
                progress.receivedTotal = isPacked ? nil : length.map { $0 + former }
            }
        }
        return isWanted
    }

    private func take(_ piece: Data) -> Bool {
        let isWanted = note { state in
            state.byteCount += piece.count
            state.isTooLarge = state.isTooLarge || state.byteCount > limit(state)
            if state.isTooLarge { state.response?.body = Data() } else { state.keep(piece) }
            return !state.isTooLarge && state.problem == nil
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

extension AnswerCollector.State {
    /// Keeps a piece of the body, in memory or in the target.
    fileprivate mutating func keep(_ piece: Data) {
        if let target { problem = target.take(piece) } else { response?.body.append(piece) }
    }
}
