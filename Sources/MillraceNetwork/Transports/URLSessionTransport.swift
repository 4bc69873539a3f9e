#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests with `URLSession`.
///
/// It stores no cache, no cookies and no credentials. The client handles redirections and time limits: on Linux,
/// `URLSession` never reports the end of a 401 that asks for credentials, not even at its own time limits.
///
/// On Apple's platforms the requests of a transport share connections. On Linux each request opens a connection of its
/// own, because only the delegate of a session, not that of a task, receives all events there. May be used on any
/// thread, by several clients, which keep it alive.
public final class URLSessionTransport: Transport {
    private let configuration: @Sendable () -> URLSessionConfiguration
    #if !canImport(FoundationNetworking)
    private let session: URLSession
    #endif

    /// Creates a transport.
    ///
    /// - Parameter change: Changes the configuration of a session before it is created, for example to use another
    ///   proxy. Called once on Apple's platforms, and once for each request on Linux, on any thread.
    public init(_ change: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }) {
        let makeConfiguration: @Sendable () -> URLSessionConfiguration = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.httpCookieStorage = nil
            // The client's limits are shorter. A week is about the longest that libcurl accepts.
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

    /// Sends a request once: see ``Transport/send(_:to:)``.
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
