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
        state.withLock { body(&$0) }
    }

    /// What carries requests to it.
    public var transport: any Transport { SampleTransport(server: self, clock: clock) }

    /// Answers a request, after the latency.
    func answer(to request: HTTPRequest) async throws -> Response {
        if latency > .zero { try await clock.sleep(for: latency) }
        return try await answer(to: HomeserverCall(request))
    }

    private func answer(to call: HomeserverCall) async throws -> Response {
        if let problem = state.withLock({ $0.problem(with: call) }) { return problem }
        guard call.parts == ["sync"] else { return state.withLock { $0.answer(to: call) } }
        let end = clock.now + .milliseconds(min(Int(call.query["timeout"] ?? "") ?? 0, 60_000))
        while true {
            let now = clock.now
            let answer = state.withLock { state in
                state.arrive(at: now)
                return state.sync(since: call.query["since"], orAtLeast: now >= end)
            }
            if let answer { return answer }
            try await clock.sleep(for: min(.milliseconds(50), end - now))
        }
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
        body = (try? JSONDecoder().decode(JSONValue.self, from: bytes)) ?? .null
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
