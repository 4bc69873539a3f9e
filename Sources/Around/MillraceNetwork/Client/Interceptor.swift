/// A function around each attempt to send a request, which may change the request and measure its outcome: for
/// signatures, tracing, or a header that is another one each time.
///
/// ```swift
/// let signing = Interceptor { request, send in
///     var request = request
///     request.set(.secret("X-Signature", sign(request.body)))
///     try await send(request)
/// }
/// let client = Client(address, interceptors: [signing])
/// ```
///
/// It stands between the client and its transport: within the retries, the redirections, the login and the time limits,
/// so it is called anew for each attempt, with the token in the request, and its own time counts. The client's log has
/// the request as it is before. Secret headers that it adds, with ``HTTPRequest/set(_:)``, appear in no error and no
/// log, like all others.
///
/// The answer goes to the client past it, piece by piece; `send` returns its head when it is complete. Called
/// concurrently for concurrent requests, on any thread, and kept alive by the client.
public struct Interceptor: Sendable {
    let around: @Sendable (HTTPRequest, Next) async throws -> Void

    /// Creates an interceptor.
    ///
    /// - Parameter around: Receives the request with all its headers, and its secrets, and a function that sends a
    ///   request. Sends the request, changed or not, once. A ``RequestError/Reason`` that it throws is the reason why
    ///   there is no answer, for which the retries hold; any other error is ``RequestError/Reason/unencodable(_:)``. If
    ///   it does not send the request, there is no answer: ``RequestError/Reason/brokenAnswer``.
    public init(_ around: @escaping @Sendable (_ request: HTTPRequest, _ send: Next) async throws -> Void) {
        self.around = around
    }

    /// Sends a request on, to the next interceptor or to the transport.
    public struct Next: Sendable {
        let pass: @Sendable (HTTPRequest) async throws(RequestError.Reason) -> Response

        /// Sends the request, and returns the head of the answer when that is complete. Its body is empty. Traps if it
        /// is called a second time: retries are the client's.
        @discardableResult
        public func callAsFunction(_ request: HTTPRequest) async throws(RequestError.Reason) -> Response {
            try await pass(request)
        }
    }
}
