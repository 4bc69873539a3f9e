import MillraceBase
public import Foundation
public import MillraceSignals

/// An HTTP client, which sends requests to one server, with limits, retries and authentication.
///
/// ```swift
/// let client = Client(address)
/// let weather = try await client.send(CurrentWeather(city: "Paris"))
/// ```
///
/// A client limits how many requests run at once, ends those that take too long, retries repeatable ones, follows
/// redirections, and renews the token of the ``Authentication``. Secrets appear in no error and no log: see `Secret`,
/// ``HTTPHeader/secret(_:_:)`` and ``QueryItem/secret(_:_:)``.
///
/// All methods may be called on any thread. The client keeps its transport, its authentication and its closures alive;
/// a request in progress keeps the client alive.
public final class Client: Sendable {
    /// The base address, to which the paths of requests are appended.
    package let address: URL
    /// The settings for all requests.
    public let settings: ClientSettings

    let transport: any Transport
    let authentication: Authentication?
    let clock: any Scheduler
    let executor: (any TaskExecutor)?
    let date: @Sendable () -> Date
    let gate: RequestGate
    let random: Locked<SplitMix64>
    let interceptors: [Interceptor]
    private let log: (@Sendable (RequestEvent) -> Void)?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The base address, to which the paths of requests are appended. Its scheme is http or https; with
    ///     any other, requests fail with ``RequestError/Reason/badAddress``. Its query and its fragment are ignored.
    ///   - transport: Sends the requests to the server.
    ///   - settings: The settings for all requests.
    ///   - authentication: Adds a token to requests. Nil if they need none.
    ///   - interceptors: Stand around each attempt to send a request, the first one outermost.
    ///   - clock: Measures all times. Its isolation does not matter. If the clock is also a task executor, such as a
    ///     `TestScheduler`, it also runs the requests.
    ///   - date: Returns the current date, for a `Retry-After` that is a date.
    ///   - seed: The seed of the jitter, which makes it the same in each run. Nil for a random one.
    ///   - log: Called for each event, on any thread.
    public init(
        _ address: URL,
        over transport: any Transport = URLSessionTransport(),
        settings: ClientSettings = ClientSettings(),
        authentication: Authentication? = nil,
        interceptors: [Interceptor] = [],
        clock: some Scheduler = .main,
        date: @escaping @Sendable () -> Date = { Date() },
        seed: UInt64? = nil,
        log: (@Sendable (RequestEvent) -> Void)? = nil
    ) {
        if settings.concurrencyLimit < 1 {
            stop(
                """
                Client.init: the limit of concurrent requests is \(settings.concurrencyLimit). \
                To fix: pass one or more.
                """
            )
        }
        (self.address, self.settings, self.transport) = (address, settings, transport)
        (self.authentication, self.clock, self.date, self.log) = (authentication, clock, date, log)
        self.interceptors = interceptors
        executor = clock as? any TaskExecutor
        gate = RequestGate(limit: settings.concurrencyLimit)
        random = Locked(SplitMix64(seed: seed ?? .random(in: 0...UInt64.max)))
    }
}

extension Client {
    /// An answer with the redaction of the request's secrets, or the reason why there is none.
    typealias Outcome = Result<(Response, Redaction), RequestError.Reason>

    /// A rival that ends a request when its time is over, unless its target is open by then.
    func timeLimit(
        _ kind: TimeLimit,
        _ limit: Duration,
        unless target: (any AnswerTarget)?
    ) -> @Sendable () async -> Outcome? {
        { [clock] in
            try? await clock.sleep(for: limit)
            return Task.isCancelled || target?.isOpen == true ? nil : .failure(.timedOut(kind, after: limit))
        }
    }

    func tell(_ kind: RequestEvent.Kind, of request: HTTPRequest, attempt: Int) {
        log?(RequestEvent(kind: kind, request: request.description, attempt: attempt, time: clock.now))
    }
}

extension Client: CustomStringConvertible, CustomReflectable {
    /// The address of the client, without a login in it.
    public var description: String { "Client of \(address.host ?? "no host")" }
    /// A mirror without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
