import Foundation
import MillraceBase
import MillraceSignals
import MillraceStorage

/// Puts an answer together from the pieces that a transport hands over, up to its limit: in memory, or in a file.
///
/// After it is closed nothing of the answer counts any more, whatever the transport goes on to do.
final class AnswerCollector: Sendable {
    fileprivate struct State {
        var response: Response?
        var byteCount = 0
        var isTooLarge = false
        /// Where the body is written. Nil if it is kept in memory.
        var file: AtomicFile?
        /// Why the body could not be written.
        var problem: FileError?
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

    /// Why no more of the answer was taken: it is larger than its limit, or could not be written. Nothing of its body
    /// is kept then.
    var refusal: RequestError.Reason? {
        state.withLock { state in
            if let problem = state.problem { return .notWritten("\(problem)") }
            return state.isTooLarge ? .tooLarge(limit: limit(state)) : nil
        }
    }

    private func limit(_ state: State) -> Int {
        state.file == nil ? call.limits.answerSize : call.download?.sizeLimit ?? .max
    }

    /// How many bytes of the body have arrived.
    var byteCount: Int { state.withLock { $0.byteCount } }

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
        let length = call.request.method == .head ? nil : head.headers["Content-Length"].flatMap { Int($0) }
        let isWanted = note { state in
            state.response = head
            state.response?.body = Data()
            if let download = call.download, call.accepts(head.status) {
                do throws(FileError) { state.file = try download.begin() } catch { state.problem = error }
            }
            state.isTooLarge = length.map { $0 > limit(state) } ?? false
            return !state.isTooLarge && state.problem == nil
        }
        if isWanted { meter?.change { $0.receivedTotal = isPacked ? nil : length } }
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
    /// Keeps a piece of the body, in memory or in the file.
    fileprivate mutating func keep(_ piece: Data) {
        guard let file else {
            response?.body.append(piece)
            return
        }
        do throws(FileError) { try file.write(piece) } catch { problem = error }
    }
}
