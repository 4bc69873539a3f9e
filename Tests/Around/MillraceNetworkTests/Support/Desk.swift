import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs

/// A client on virtual time, over a function that answers, and what has happened.
final class Desk: Sendable {
    /// A request that arrived, and when.
    struct Arrival: Sendable {
        let request: HTTPRequest
        let time: Duration
    }

    typealias Answer = @Sendable (HTTPRequest, _ number: Int) async throws -> Response

    let scheduler = TestScheduler()
    private let arrivedRequests = Locked<[Arrival]>([])
    private let leftRequests = Locked(0)
    private let lines = Locked<[String]>([])
    private let client: Client

    /// - Parameters:
    ///   - change: Changes the settings, in which nothing is left to chance.
    ///   - answer: Returns the answer to a request, the number of which counts from one.
    init(
        _ change: (inout ClientSettings) -> Void = { _ in },
        authentication: Authentication? = nil,
        interceptors: [Interceptor] = [],
        address: String = "https://example.org/api",
        answer: @escaping @Sendable (Desk, HTTPRequest, Int) async throws -> Response
    ) {
        var settings = ClientSettings()
        settings.retry.jitter = 0
        change(&settings)
        let (box, scheduler, lines) = (Locked<Weak>(Weak()), scheduler, lines)
        let transport = FunctionTransport { request in
            guard let desk = box.withLock({ $0.desk }) else { throw RequestError.Reason.cancelled }
            let number = desk.arrivedRequests.withLock { arrivals in
                arrivals.append(Arrival(request: request, time: scheduler.now))
                return arrivals.count
            }
            do {
                return try await answer(desk, request, number)
            } catch {
                if Task.isCancelled { desk.leftRequests.withLock { $0 += 1 } }
                throw error
            }
        }
        client = Client(
            URL(string: address) ?? URL(fileURLWithPath: "/"),
            over: transport,
            settings: settings,
            authentication: authentication,
            interceptors: interceptors,
            clock: scheduler,
            date: { Date(timeIntervalSince1970: 784_111_777 + scheduler.now / .seconds(1)) },
            seed: 1,
            log: { event in lines.withLock { $0.append("\(event)") } }
        )
        box.withLock { $0.desk = self }
    }

    private struct Weak { weak var desk: Desk? }

    /// The requests that have arrived.
    var arrivals: [Arrival] { arrivedRequests.withLock { $0 } }
    /// When they arrived, in seconds.
    var times: [Double] { arrivals.map { $0.time / .seconds(1) } }
    /// How many requests were cancelled while they were answered.
    var cancelledCount: Int { leftRequests.withLock { $0 } }
    /// The lines of the log.
    var log: [String] { lines.withLock { $0 } }

    func sleep(_ seconds: Double) async throws { try await scheduler.sleep(for: .seconds(seconds)) }

    /// Sends a request, whose outcome comes when time is turned.
    func send<R: Request>(_ request: R, meter: TransferMeter? = nil) -> Sent<R.Answer> {
        let outcome = Locked<Result<R.Answer, RequestError>?>(nil)
        let client = client
        let work = scheduler.start {
            do throws(RequestError) {
                let answer = try await client.send(request, meter: meter)
                outcome.withLock { $0 = .success(answer) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        return Sent(outcome: outcome, work: work)
    }

    /// Sends a request, and waits.
    func plain<R: Request>(_ request: R) async throws(RequestError) -> R.Answer { try await client.send(request) }

    /// Sends a request, and turns the time until there is an outcome.
    func outcome<R: Request>(of request: R) -> Result<R.Answer, RequestError>? {
        let sent = send(request)
        scheduler.run()
        return sent.result
    }
}

/// A request that was sent.
struct Sent<Answer: Sendable> {
    fileprivate let outcome: Locked<Result<Answer, RequestError>?>
    fileprivate let work: ScheduledWork

    var result: Result<Answer, RequestError>? { outcome.withLock { $0 } }
    var answer: Answer? { if case .success(let answer) = result { answer } else { nil } }
    var error: RequestError? { if case .failure(let error) = result { error } else { nil } }
    var reason: RequestError.Reason? { error?.reason }

    func cancel() { work.cancel() }
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
    var success: Success? { if case .success(let value) = self { value } else { nil } }
}

/// A request for a text.
struct GetText: Request {
    typealias Answer = String
    var path = "/text"
    var method = HTTPMethod.get
    var query: [QueryItem] = []
    var headers: [HTTPHeader] = []
    var content: RequestBody?
    var priority = RequestPriority.normal
    var limits: RequestLimits?
    var isAuthenticated = true
    var body: RequestBody? { content }
    func decode(_ response: Response) throws -> String { String(decoding: response.body, as: UTF8.self) }
}

/// A request that must not be repeated.
struct PostText: Request {
    typealias Answer = Void
    var path = "/text"
    var method: HTTPMethod { .post }
    var body: RequestBody? { RequestBody(Data("hello".utf8), contentType: "text/plain") }
}

extension Response {
    init(_ status: Int = 200, headers: [HTTPHeader] = [], text: String) {
        self.init(status, headers: headers, body: Data(text.utf8))
    }
}
