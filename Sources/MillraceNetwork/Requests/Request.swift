public import Foundation

/// A request as a value: what is asked of a server, and how its answer is read.
///
/// ```swift
/// struct CurrentWeather: Request {
///     struct Answer: Decodable, Sendable { let name: String }
///     let city: String
///     var path: String { "/data/2.5/weather" }
///     var query: [QueryItem] { [QueryItem("q", city), QueryItem("units", "metric")] }
/// }
///
/// let weather = try await client.send(CurrentWeather(city: "Paris"))
/// ```
///
/// Only ``path`` has to be written. An `Answer` that is `Decodable` is read as JSON; `Data`, ``Response`` and `Void` are
/// taken as they are; for anything else, write ``decode(_:)``.
public protocol Request<Answer>: Sendable {
    /// What the answer is read as.
    associatedtype Answer: Sendable

    /// What is asked to be done. By default `GET`.
    var method: HTTPMethod { get }

    /// The path below the base address of the client, percent-encoded where it has to be: "/rooms/5".
    var path: String { get }

    /// The query, not encoded. Empty by default. It comes before the items that the client adds to all requests.
    var query: [QueryItem] { get }

    /// The headers. Empty by default. They replace those of the same name that the client adds to all requests.
    var headers: [HTTPHeader] { get }

    /// The body. Nil by default.
    var body: RequestBody? { get throws }

    /// Whether it may be sent again although the server may have acted on it. By default, if its method is idempotent.
    ///
    /// A `POST` may say so if it carries a key by which the server knows it again.
    var isRepeatable: Bool { get }

    /// Which of the waiting requests is sent first. By default ``RequestPriority/normal``.
    var priority: RequestPriority { get }

    /// Whether it is sent with the client's ``Authentication``. True by default; false for a login.
    var isAuthenticated: Bool { get }

    /// The time limits and the size limit for this request alone. Nil, the default, for those of the client.
    var limits: RequestLimits? { get }

    /// Whether an answer with a status is decoded. By default those from 200 to 299 are; others are errors.
    func accepts(_ status: Int) -> Bool

    /// Reads the answer.
    ///
    /// Called once, outside of any actor. What it throws becomes ``RequestError/Reason/undecodable(_:)``, unless it is a
    /// ``RequestError/Reason`` itself, for an answer that is an error although its status is good.
    func decode(_ response: Response) throws -> Answer
}

extension Request {
    /// `GET`.
    public var method: HTTPMethod { .get }
    /// None.
    public var query: [QueryItem] { [] }
    /// None.
    public var headers: [HTTPHeader] { [] }
    /// None.
    public var body: RequestBody? { nil }
    /// Whether the method is idempotent.
    public var isRepeatable: Bool { method.isIdempotent }
    /// ``RequestPriority/normal``.
    public var priority: RequestPriority { .normal }
    /// True.
    public var isAuthenticated: Bool { true }
    /// Those of the client.
    public var limits: RequestLimits? { nil }
    /// Whether the status is from 200 to 299.
    public func accepts(_ status: Int) -> Bool { (200..<300).contains(status) }
}

extension Request where Answer: Decodable {
    /// Reads the answer as JSON.
    public func decode(_ response: Response) throws -> Answer { try response.json() }
}

extension Request where Answer == Data {
    /// Takes the body as it is.
    public func decode(_ response: Response) throws -> Data { response.body }
}

extension Request where Answer == Response {
    /// Takes the response as it is.
    public func decode(_ response: Response) throws -> Response { response }
}

extension Request where Answer == Void {
    /// Ignores the body.
    public func decode(_ response: Response) throws {}
}
