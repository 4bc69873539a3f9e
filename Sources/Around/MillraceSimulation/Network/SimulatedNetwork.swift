import Foundation
import MillraceBase
public import MillraceNetwork
public import MillraceTesting

/// The network of an explored app: each request is answered, late, lost or refused when
/// `explore(faults:steps:time:seed:file:line:_:)` says so.
///
/// ```swift
/// let network = world.network(mayGo: true)
/// let client = Client(address, over: network.transport(to: server.answer), clock: world.scheduler)
/// ```
///
/// Each request may end in these ways, of which all but the first two are faults:
/// - it is answered;
/// - the server serves it at once, and its answer comes later, after whatever else happens;
/// - there is no answer. What changes something at the server has then not been done, or it has been done and its answer
///   is lost. For others that is the same, and one way;
/// - it is refused with a status, without having been done;
/// - half of its answer comes, if that is asked for.
///
/// That it is too late comes by itself: time passes while it waits. Where the network has gone, each request fails at
/// once, until it comes back.
///
/// It belongs to the program in which it was made: when that ends, nothing is answered.
public final class SimulatedNetwork: Sendable {
    private let outside: Outside
    private let isGone = Locked(false)

    /// The digest of the changes that each server was asked for, in order.
    private let changes = Locked<UInt64>(0)

    fileprivate init(_ outside: Outside) { self.outside = outside }

    /// Whether the network is there.
    public var isUp: Bool { !isGone.withLock { $0 } }

    /// Returns a transport to a server in memory.
    ///
    /// - Parameters:
    ///   - statuses: The statuses with which requests may be refused that change something.
    ///   - breaksOff: Whether the connection may also break in the midst of an answer.
    ///   - answer: Returns the server's answer. Called when the request reaches the server.
    public func transport(
        refusing statuses: [Int] = [403],
        breaksOff: Bool = false,
        to answer: @escaping @Sendable (HTTPRequest) async throws -> Response
    ) -> some Transport {
        transport(refusing: statuses, breaksOff: breaksOff, over: FunctionTransport(answer))
    }

    /// Returns a transport to a server in memory that has one of its own.
    public func transport(
        refusing statuses: [Int] = [403],
        breaksOff: Bool = false,
        over transport: some Transport
    ) -> some Transport {
        SimulatedTransport(network: self, server: transport, statuses: statuses, breaksOff: breaksOff)
    }

    fileprivate func go() {
        isGone.withLock { $0 = true }
        outside.breakConnections()
    }

    fileprivate func comeBack() { isGone.withLock { $0 = false } }

    fileprivate var state: [UInt64] { [changes.withLock { $0 }, isUp ? 1 : 0] }

    fileprivate func send(
        _ request: HTTPRequest,
        to receiver: AnswerReceiver,
        over server: some Transport,
        _ statuses: [Int],
        _ breaksOff: Bool
    ) async throws(RequestError.Reason) {
        if !isUp { throw .noNetwork }
        if request.bodySize > 0 { receiver.noteSent(request.bodySize) }
        let isChange = !["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"].contains(request.method.name)
        var ends: [(outcome: Outcome, end: End)] = [
            (Outcome("done"), .answered), (Outcome("served, and answered later"), .served),
        ]
        if isChange {
            ends.append((Outcome("done, and its answer is lost", isFault: true), .lost))
            ends.append((Outcome("not done", isFault: true), .notDone))
            ends += statuses.map { (Outcome("refused with \($0)", isFault: true), .refused($0)) }
        } else {
            ends.append((Outcome("no answer", isFault: true), .notDone))
        }
        if breaksOff { ends.append((Outcome("half of its answer comes", isFault: true), .halved)) }
        let broken = ends.firstIndex { if case .notDone = $0.end { true } else { false } }
        let content = digest(of: request)
        switch ends[try await wait(request.title, content, ends.map(\.outcome), breaking: broken)].end {
        case .notDone: throw noteFailure(isUp ? .brokenAnswer : .noNetwork)
        case .refused(let status): pass((Response(status), Data()), to: receiver)
        case .lost:
            _ = try await serve(request, over: server, isChange ? content : nil)
            throw noteFailure(.brokenAnswer)
        case .halved:
            let (head, body) = try await serve(request, over: server, isChange ? content : nil)
            if receiver.receive(head: head) { _ = receiver.receive(body.prefix(body.count / 2)) }
            throw noteFailure(.brokenAnswer, mixed(1, digest(of: (head, body))))
        case .answered:
            pass(try await serve(request, over: server, isChange ? content : nil), to: receiver)
        case .served:
            let answer = try await serve(request, over: server, isChange ? content : nil)
            let outcomes = [Outcome("its answer comes"), Outcome("its answer is lost", isFault: true)]
            let choice = try await wait(request.title, digest(of: answer), outcomes, breaking: 1)
            if choice == 1 { throw noteFailure(.brokenAnswer) }
            pass(answer, to: receiver)
        }
    }

    private enum End {
        case answered, served, lost, notDone, halved
        case refused(Int)
    }

    private func wait(
        _ name: String,
        _ digest: UInt64,
        _ outcomes: [Outcome],
        breaking broken: Int?
    ) async throws(RequestError.Reason) -> Int {
        // An answer that came at once and one that came later are heard alike.
        do {
            return try await outside.wait(name, digest: digest, for: outcomes, breaking: broken, isNoted: false)
        } catch {
            throw .cancelled
        }
    }

    /// Has the server answer.
    ///
    /// - Parameter change: The digest of the change that it is asked for.
    private func serve(
        _ request: HTTPRequest,
        over server: some Transport,
        _ change: UInt64?
    ) async throws(RequestError.Reason) -> (head: Response, body: Data) {
        if let change { changes.withLock { $0 = mixed($0, change) } }
        let answer = Locked((Response(), Data()))
        let keeper = AnswerReceiver { head in
            answer.withLock { $0.0 = head }
            return true
        } onPiece: { piece in
            answer.withLock { $0.1 += piece }
            return true
        }
        try await server.send(request, to: keeper)
        return answer.withLock { $0 }
    }

    private func pass(_ answer: (head: Response, body: Data), to receiver: AnswerReceiver) {
        outside.note(digest(of: answer))
        if receiver.receive(head: answer.head), !answer.body.isEmpty { _ = receiver.receive(answer.body) }
    }

    /// Notes that the effect has heard of a failure, and returns it.
    private func noteFailure(_ reason: RequestError.Reason, _ content: UInt64 = 0) -> RequestError.Reason {
        outside.note(mixed(content, textDigest(of: "\(reason)")))
        return reason
    }

    private func digest(of answer: (head: Response, body: Data)) -> UInt64 {
        mixed(UInt64(answer.head.status), bytesDigest(of: answer.body))
    }

    /// The headers count: two requests under two tokens are answered in two ways.
    private func digest(of request: HTTPRequest) -> UInt64 {
        request.headers.reduce(bytesDigest(of: request.body ?? Data())) { digest, header in
            mixed(digest, mixed(textDigest(of: header.name), textDigest(of: header.value)))
        }
    }
}

extension World {
    /// Makes a network.
    ///
    /// - Parameter mayGo: Whether it may go, which is a fault, and come back: after three instants at which something was
    ///   due at the latest.
    public func network(mayGo: Bool = false) -> SimulatedNetwork {
        let network = SimulatedNetwork(outside)
        if mayGo {
            may("the network goes", .fault, if: { network.isUp }, network.go)
            may("the network comes back", .repair, if: { !network.isUp }, network.comeBack)
        }
        compare("what servers were asked to change") { network.state }
        return network
    }

    /// Returns a transport to a server in memory, on a network of its own that never goes.
    ///
    /// - Parameters:
    ///   - statuses: The statuses with which requests may be refused that change something.
    ///   - answer: Returns the server's answer. Called when the request reaches the server.
    public func transport(
        refusing statuses: [Int] = [403],
        to answer: @escaping @Sendable (HTTPRequest) async throws -> Response
    ) -> some Transport {
        network().transport(refusing: statuses, to: answer)
    }
}

private struct SimulatedTransport<Server: Transport>: Transport {
    let network: SimulatedNetwork
    let server: Server
    let statuses: [Int]
    let breaksOff: Bool

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        try await network.send(request, to: receiver, over: server, statuses, breaksOff)
    }
}

extension HTTPRequest {
    /// Its name in a story, without secrets: `POST /api/v1/statuses/1/favourite`.
    fileprivate var title: String {
        let query = shownAddress.firstIndex(of: "?").map { shownAddress[$0...] } ?? ""
        return "\(method) \(url.path.isEmpty ? "/" : url.path)\(query)"
    }
}
