import Dispatch

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
/// own: over one that is kept, libcurl sends a request again, also a `POST`, where the server closes it without an
/// answer, and the server may have done what it asks for (law N3).
///
/// A request that waits for its answer costs no processor time. (On Linux `URLSession` alone would keep a core busy
/// meanwhile.) May be used on any thread, by several clients, which keep it alive. On Apple's platforms it can be pinned
/// to certificates.
public final class URLSessionTransport: Transport {
    private let configuration: @Sendable () -> URLSessionConfiguration
    #if !canImport(FoundationNetworking)
    private let session: URLSession
    #endif
    private let pins: PinnedCertificates?

    /// Creates a transport.
    ///
    /// - Parameter change: Changes the configuration of a session before it is created, for example to use another
    ///   proxy. Called once on Apple's platforms, and once for each request on Linux, on any thread.
    public convenience init(_ change: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }) {
        self.init(change, pins: nil)
    }

    /// - Parameter pins: The certificates that servers must show. Nil if it is enough that the system trusts them.
    init(_ change: @escaping @Sendable (URLSessionConfiguration) -> Void, pins: PinnedCertificates?) {
        self.pins = pins
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
        guard request.method.isToken else { throw .unencodable(request.method.problem) }
        if let file = request.bodyFile, (try? RequestBody.file(file).content.size) != request.bodySize {
            throw .unencodable("the file of its body has changed, or cannot be read")
        }
        let exchange = URLSessionExchange(request.url, receiver, pins)
        if let reason = await exchange.run({ self.begin(request, exchange) }) { throw reason }
    }

    /// Begins to send a request. Returns a closure that closes its connection. Both block on Linux: see
    /// ``URLSessionExchange/queue``.
    private func begin(_ request: HTTPRequest, _ exchange: URLSessionExchange) -> @Sendable () -> Void {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method.name
        for header in request.headers { urlRequest.setValue(header.value, forHTTPHeaderField: header.name) }
        #if canImport(FoundationNetworking)
        let session = URLSession(configuration: configuration(), delegate: exchange, delegateQueue: InlineQueue())
        #endif
        let task: URLSessionDataTask
        if let file = request.bodyFile {
            task = session.uploadTask(with: urlRequest, fromFile: file)
        } else {
            urlRequest.httpBody = request.body
            task = session.dataTask(with: urlRequest)
        }
        #if !canImport(FoundationNetworking)
        task.delegate = exchange
        #endif
        task.resume()
        #if canImport(Glibc)
        exchange.endSpinning(of: task, in: session)
        #endif
        return {
            task.cancel()
            #if canImport(FoundationNetworking)
            // Not `invalidateAndCancel`, which goes through the session's tasks while another thread may end one.
            session.finishTasksAndInvalidate()
            #endif
        }
    }
}

#if canImport(FoundationNetworking)
/// A queue for the calls of a delegate that runs them at once, on the thread that adds them.
///
/// libcurl hands over unpacked bytes without waiting for the delegate. Operations that wait would keep all of it in
/// memory, however little of it the delegate wants.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}
#endif
