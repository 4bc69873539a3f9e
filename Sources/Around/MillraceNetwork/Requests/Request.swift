public import Foundation

/// A request as a value: its contents, and how its answer is decoded.
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
/// Only ``path`` is required. An `Answer` that is `Decodable` is decoded from JSON; `Data` and ``Response`` are
/// returned as they are; with `Void` the body is ignored. For any other type, write ``decode(_:)``.
public protocol Request<Answer>: Sendable {
    /// The type of the decoded answer.
    associatedtype Answer: Sendable

    /// The HTTP method. By default `GET`.
    var method: HTTPMethod { get }

    /// The path that is appended to the base address of the client: "/rooms/5".
    ///
    /// Characters that cannot be in a path, such as `?`, `#` and spaces, are percent-encoded; encoded ones stay so. Use
    /// `pathComponent` for a value that may contain a slash or a percent sign: `"/rooms/\(id.pathComponent)"`.
    var path: String { get }

    /// The query items, not percent-encoded. Empty by default. The client's own items follow them.
    var query: [QueryItem] { get }

    /// The headers. Empty by default. They replace those of the same name that the client adds to all requests.
    var headers: [HTTPHeader] { get }

    /// The body. Nil by default.
    var body: RequestBody? { get throws }

    /// Whether the request may be retried although the server may have acted on it. By default, if its method is
    /// idempotent.
    ///
    /// Return true for a `POST` only if it carries an idempotency key, by which the server recognises a repetition.
    var isRepeatable: Bool { get }

    /// The priority among the requests that wait in the client's queue. By default ``RequestPriority/normal``.
    var priority: RequestPriority { get }

    /// Whether it is sent with the client's ``Authentication``. True by default; false for a login.
    var isAuthenticated: Bool { get }

    /// The time limits and the size limit of this request. Nil, the default, for those of the client.
    var limits: RequestLimits? { get }

    /// Whether an answer with this status code is decoded. By default, if it is from 200 to 299; others are errors.
    func accepts(_ status: Int) -> Bool

    /// Decodes the answer.
    ///
    /// Called once, outside of any actor.
    ///
    /// - Throws: An error, which becomes ``RequestError/Reason/undecodable(_:)``. If it is a ``RequestError/Reason``,
    ///   that is the reason of the ``RequestError``: use it for an answer that reports an error with an accepted status
    ///   code.
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
    /// Decodes the body as JSON.
    public func decode(_ response: Response) throws -> Answer { try response.json() }
}

extension Request where Answer == Data {
    /// Returns the body as it is.
    public func decode(_ response: Response) throws -> Data { response.body }
}

extension Request where Answer == Response {
    /// Returns the response as it is.
    public func decode(_ response: Response) throws -> Response { response }
}

extension Request where Answer == Void {
    /// Ignores the body.
    public func decode(_ response: Response) throws {}
}
