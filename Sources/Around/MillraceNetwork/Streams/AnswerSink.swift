import Foundation
import MillraceBase

/// Where an answer waits for the one who reads it as it comes in.
final class AnswerSink: AnswerTarget {
    private struct State {
        /// The answer without its body, once it is on its way to the reader.
        var head: Response?
        var pieces = Queue<Data>()
        /// The bytes of all pieces.
        var size = 0
        /// How it ended. Nil if it has not.
        var end: Result<Void, RequestError>?
        /// Whether nobody reads it any more.
        var isAbandoned = false
        /// Those who wait for a change.
        var waiters = Waiters<Void>()
        var place: RequestGate.Place?
    }

    private enum Next {
        case piece(Data)
        case end(RequestError?)
        case wait(Int)
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: The most bytes that wait.
    init(limit: Int) { self.limit = limit }

    var isOpen: Bool { state.withLock { $0.head != nil } }

    func prepare(_ request: inout HTTPRequest, in place: RequestGate.Place) { state.withLock { $0.place = place } }

    func begin(_ head: Response) -> RequestError.Reason? {
        change { state in
            state.head = Response(head.status, headers: head.headers)
            return state.place.take()
        }?
        .leave()
        return nil
    }

    func take(_ piece: Data) -> RequestError.Reason? {
        change { state in
            if state.isAbandoned { return .cancelled }
            if state.size + piece.count > limit { return .tooLarge(limit: limit) }
            state.size += piece.count
            if !piece.isEmpty { state.pieces.append(piece) }
            return nil
        }
    }

    /// Takes the outcome of the request: an answer that came as a whole, if it was not on its way before.
    func end(_ outcome: Result<Response, RequestError>) {
        change { state in
            if state.end != nil { return }
            if case .success(let response) = outcome, state.head == nil {
                state.head = Response(response.status, headers: response.headers)
                if !response.body.isEmpty { state.pieces.append(response.body) }
            }
            state.end = outcome.map { _ in }
        }
    }

    /// Takes nothing from now on.
    func abandon() {
        change { state in
            state.isAbandoned = true
            state.pieces = Queue()
        }
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, waiters) = state.withLock { (body(&$0), $0.waiters.takeAll()) }
        for waiter in waiters { waiter.resume() }
        return result
    }

    // MARK: Reading

    /// Waits for the head of the answer. Nil if the task is cancelled.
    func head() async throws(RequestError) -> Response? {
        while !Task.isCancelled {
            let (head, end, number) = state.withLock { state in
                (state.head, state.end, state.head == nil && state.end == nil ? state.waiters.join() : 0)
            }
            if let head { return head }
            if case .failure(let error) = end { throw error }
            await state.wait(in: \.waiters, as: number)
        }
        return nil
    }

    /// Waits for the next piece. Nil at the end, which is an error only once, and if the task is cancelled.
    func next() async throws(RequestError) -> Data? {
        while !Task.isCancelled {
            switch state.withLock({ next(&$0) }) {
            case .piece(let piece): return piece
            case .end(let error?): throw error
            case .end(nil): return nil
            case .wait(let number): await state.wait(in: \.waiters, as: number)
            }
        }
        return nil
    }

    private func next(_ state: inout State) -> Next {
        if state.isAbandoned { return .end(nil) }
        if let piece = state.pieces.popFirst() {
            state.size -= piece.count
            return .piece(piece)
        }
        switch state.end {
        case .failure(let error):
            state.end = .success(())
            return .end(error)
        case .success: return .end(nil)
        case nil: return .wait(state.waiters.join())
        }
    }
}
