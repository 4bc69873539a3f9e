public import Foundation
public import MillraceSignals

/// Sends requests to one server, by its rules.
///
/// ```swift
/// let client = Client(address)
/// let weather = try await client.send(CurrentWeather(city: "Paris"))
/// ```
///
/// A client limits how many requests run at once, ends those that take too long, repeats what may be repeated, follows
/// redirections, renews the ``Authentication``, and remembers answers with an `ETag`. It never shows a secret: see
/// ``Secret``, ``HTTPHeader/secret(_:_:)`` and ``QueryItem/secret(_:_:)``.
///
/// All methods may be called on any thread. The client keeps its transport, its authentication and its closures alive;
/// a request in progress keeps the client alive.
public final class Client: Sendable {
    /// The address below which all requests go.
    public let address: URL
    /// What the client does with all requests.
    public let settings: ClientSettings

    let transport: any Transport
    let authentication: Authentication?
    let clock: any Scheduler
    let executor: (any TaskExecutor)?
    let date: @Sendable () -> Date
    let gate: RequestGate
    let memory: Locked<AnswerMemory>
    let random: Locked<SeededRandom>
    private let log: (@Sendable (RequestEvent) -> Void)?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The address below which all requests go: one of http or https. With any other, requests fail. Its
    ///     query and its fragment are ignored.
    ///   - transport: What carries the requests.
    ///   - settings: What is done with all requests.
    ///   - authentication: The token that requests carry. Nil if they need none.
    ///   - clock: Measures all times. Its isolation does not matter. A clock that is a task executor as well, such as a
    ///     `TestScheduler`, also runs the requests.
    ///   - date: The date and the time, for a `Retry-After` that is a date.
    ///   - seed: Makes the jitter of repeated requests the same in each run. Nil for another one each time.
    ///   - log: Called for each event, on any thread.
    public init(
        _ address: URL,
        over transport: any Transport = URLSessionTransport(),
        settings: ClientSettings = ClientSettings(),
        authentication: Authentication? = nil,
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
        executor = clock as? any TaskExecutor
        gate = RequestGate(limit: settings.concurrencyLimit)
        memory = Locked(AnswerMemory(byteLimit: settings.answerMemory))
        random = Locked(SeededRandom(seed: seed ?? .random(in: 0...UInt64.max)))
    }
}

extension Client {
    /// An answer with what takes the request's secrets out of it, or why there is none.
    typealias Outcome = Result<(Response, Redaction), RequestError.Reason>

    /// A rival that ends a request when its time is over.
    func timeLimit(_ kind: TimeLimit, _ limit: Duration) -> @Sendable () async -> Outcome? {
        { [clock] in
            try? await clock.sleep(for: limit)
            return Task.isCancelled ? nil : .failure(.timedOut(kind, after: limit))
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
