#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with `URLSession`.
///
/// It keeps nothing: no cache, no cookies, no credentials. Redirections are left to the client, and so are the time
/// limits: on Linux, `URLSession` never reports an answer 401 that asks for credentials, and its own limits do not end
/// it.
///
/// On Apple's platforms the requests of a transport share connections. On Linux each request has one of its own,
/// because only the delegate of a session, not that of a task, receives all events there.
public final class URLSessionTransport: Transport {
    private let configuration: @Sendable () -> URLSessionConfiguration
    #if !canImport(FoundationNetworking)
    private let session: URLSession
    #endif

    /// Creates a transport.
    ///
    /// - Parameter change: Changes the configuration of the sessions, for instance to use another proxy.
    public init(_ change: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }) {
        let makeConfiguration: @Sendable () -> URLSessionConfiguration = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.httpCookieStorage = nil
            // The client's limits are shorter. A week is about the longest that can be told to libcurl.
            configuration.timeoutIntervalForRequest = 7 * 86_400
            change(configuration)
            return configuration
        }
        configuration = makeConfiguration
        #if !canImport(FoundationNetworking)
        session = URLSession(configuration: makeConfiguration())
        #endif
    }

    deinit {
        #if !canImport(FoundationNetworking)
        session.finishTasksAndInvalidate()
        #endif
    }

    /// Sends a request. See ``Transport``.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.name
        urlRequest.httpBody = request.body
        for header in request.headers { urlRequest.setValue(header.value, forHTTPHeaderField: header.name) }
        let exchange = URLSessionExchange(request.url, receiver)
        #if canImport(FoundationNetworking)
        let session = URLSession(configuration: configuration(), delegate: exchange, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: urlRequest)
        #else
        let task = session.dataTask(with: urlRequest)
        task.delegate = exchange
        defer { task.cancel() }
        #endif
        if let reason = await exchange.run(task) { throw reason }
    }
}
