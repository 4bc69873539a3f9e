import Foundation
import MatrixChat
import Millrace
import MillraceNetwork
import Synchronization

/// A homeserver in memory, for one user: what the chat speaks to where no other is named, and what specs compare it
/// with.
///
/// It answers as the protocol says: a sync that waits for news, tokens, gaps, pages, transactions. It is called by its
/// ``transport``, on any thread.
public final class SampleHomeserver: Sendable {
    /// The user that it knows, whatever the password.
    public static let user = "@you:sample.example"

    private let state: Mutex<HomeserverState>
    /// The syncs that wait for news, by the numbers that they have taken.
    private let waiting = Mutex<(count: Int, syncs: [Int: AsyncStream<Void>.Continuation])>((0, [:]))
    private let clock: any Scheduler
    private let latency: Duration

    /// Creates a homeserver without rooms.
    ///
    /// - Parameters:
    ///   - latency: How long each answer takes.
    ///   - clock: Measures the latency, and how long a sync waits.
    public init(latency: Duration = .zero, clock: some Scheduler) {
        state = Mutex(HomeserverState())
        (self.clock, self.latency) = (clock, latency)
    }

    /// Changes what it knows, or reads it.
    @discardableResult
    public func change<Result: Sendable>(_ body: (inout sending HomeserverState) -> sending Result) -> sending Result {
        defer { for sync in waiting.withLock(\.syncs.values) { sync.yield() } }
        return state.withLock { body(&$0) }
    }

    /// What carries requests to it.
    public var transport: any Transport { SampleTransport(server: self, clock: clock) }

    /// Answers a request, after the latency.
    func answer(to request: HTTPRequest) async throws -> Response {
        if latency > .zero { try await clock.sleep(for: latency) }
        return try await answer(to: HomeserverCall(request))
    }

    private func answer(to call: HomeserverCall) async throws -> Response {
        if let problem = change({ $0.problem(with: call) }) { return problem }
        guard call.parts == ["sync"] else { return change { $0.answer(to: call) } }
        let start = clock.now
        let end = start + .milliseconds(min(Int(call.query["timeout"] ?? "") ?? 0, 60_000))
        let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = waiting.withLock { waiting in
            waiting.count += 1
            waiting.syncs[waiting.count] = change
            return waiting.count
        }
        defer { waiting.withLock { $0.syncs[number] = nil } }
        while true {
            let now = clock.now
            let (next, answer) = state.withLock { state in
                (state.arrive(at: now), state.sync(since: call.query["since"], orAtLeast: now >= end))
            }
            if let answer { return answer }
            // It costs nothing while nothing happens. What happens is told in beats, so that what comes together is
            // told together.
            async let _ = clock.sleep(for: min(end, next ?? end) - now, then: change)
            for await _ in changes { break }
            try Task.checkCancellation()
            let passed = (clock.now - start) / .milliseconds(1)
            let beat = Duration.milliseconds(Int((passed / 50).rounded(.up)) * 50)
            if start + beat > clock.now { try await clock.sleep(for: min(end, start + beat) - clock.now) }
        }
    }
}

extension Scheduler {
    /// Waits for a duration, and tells of its end.
    fileprivate func sleep(for duration: Duration, then end: AsyncStream<Void>.Continuation) async throws {
        try await sleep(for: duration)
        end.yield()
    }
}

/// A request, taken apart.
struct HomeserverCall: Sendable {
    let method: HTTPMethod
    /// Which protocol it is of: `["client", "v3"]`.
    let api: [String]
    /// The parts of the path behind "/_matrix/client/v3", decoded.
    let parts: [String]
    let query: [String: String]
    let bytes: Data
    let body: JSONValue
    let token: String?

    init(_ request: HTTPRequest) {
        method = request.method
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        let path = (components?.percentEncodedPath ?? "").split(separator: "/")
            .map { $0.removingPercentEncoding ?? "" }
        (api, parts) = (Array(path.dropFirst().prefix(2)), Array(path.dropFirst(3)))
        let items = (components?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        query = Dictionary(items) { $1 }
        bytes = request.body ?? Data()
        body = (try? JSONValue(document: bytes)) ?? .null
        token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    }
}

extension Response {
    /// An answer with a value.
    static func json(_ value: JSONValue, status: Int = 200) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Response(status, body: (try? encoder.encode(value)) ?? Data())
    }

    /// An error, as the protocol writes them.
    static func problem(_ status: Int, _ code: String, _ more: [String: JSONValue] = [:]) -> Response {
        let members: [String: JSONValue] = ["errcode": .string(code), "error": .string("The sample says \(code).")]
        return .json(.object(members.merging(more) { $1 }), status: status)
    }
}
