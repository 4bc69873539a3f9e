import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// A transport whose answers come in by a script, on virtual time.
final class ScriptTransport: Transport {
    /// An answer: its head, and its pieces, each after a number of seconds.
    struct Answer: Sendable {
        /// Nil where there is none.
        var head: Response? = Response()
        var pieces: [(after: Double, text: String)] = []
        /// Why it breaks off. Nil if it does not.
        var problem: RequestError.Reason?
    }

    private let scheduler: TestScheduler
    private let start: Duration
    private let answer: @Sendable (HTTPRequest, _ number: Int) -> Answer
    private let arrived = Locked<[(request: HTTPRequest, time: Double)]>([])
    private let ended = Locked(0)

    init(on scheduler: TestScheduler, answer: @escaping @Sendable (HTTPRequest, _ number: Int) -> Answer) {
        (self.scheduler, self.answer, start) = (scheduler, answer, scheduler.now)
    }

    var requests: [HTTPRequest] { arrived.withLock { $0.map(\.request) } }
    /// When they arrived, in seconds from the making of this transport on.
    var times: [Double] { arrived.withLock { $0.map(\.time) } }
    /// How many connections were closed before the end of their answers.
    var closedCount: Int { ended.withLock { $0 } }

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let number = arrived.withLock { arrived in
            arrived.append((request, (scheduler.now - start) / .seconds(1)))
            return arrived.count
        }
        let answer = answer(request, number)
        guard let head = answer.head else { throw answer.problem ?? .brokenAnswer }
        guard receiver.receive(head: head) else { return ended.withLock { $0 += 1 } }
        for piece in answer.pieces {
            if piece.after > 0 { try? await scheduler.sleep(for: .seconds(piece.after)) }
            guard !Task.isCancelled, receiver.receive(Data(piece.text.utf8)) else {
                ended.withLock { $0 += 1 }
                throw .cancelled
            }
        }
        if let problem = answer.problem { throw problem }
    }

    /// A client over this, with nothing left to chance.
    func client(
        authentication: Authentication? = nil,
        interceptors: [Interceptor] = [],
        log: (@Sendable (RequestEvent) -> Void)? = nil,
        change: (inout ClientSettings) -> Void = { _ in }
    ) -> Client {
        var settings = ClientSettings()
        settings.retry.jitter = 0
        change(&settings)
        return Client(
            URL(string: "https://example.org") ?? URL(fileURLWithPath: "/"),
            over: self,
            settings: settings,
            authentication: authentication,
            interceptors: interceptors,
            clock: scheduler,
            seed: 1,
            log: log
        )
    }
}

/// What has come of a sequence, and how it has ended.
final class Arrivals<Element: Sendable>: Sendable {
    private let state = Locked((elements: [Element](), end: Result<Void, RequestError>?.none))

    var all: [Element] { state.withLock { $0.elements } }
    var isOver: Bool { state.withLock { $0.end != nil } }
    var reason: RequestError.Reason? { error?.reason }
    var error: RequestError? { state.withLock { $0.end?.failure } }

    func add(_ element: Element) { state.withLock { $0.elements.append(element) } }
    func end(_ end: Result<Void, RequestError>) { state.withLock { $0.end = end } }

    /// Reads a sequence to its end.
    func read<S: AsyncSequence>(
        _ open: () async throws(RequestError) -> S
    ) async where S.Element == Element, S.Failure == RequestError {
        do throws(RequestError) {
            for try await element in try await open() { add(element) }
            end(.success(()))
        } catch {
            end(.failure(error))
        }
    }
}
