import Dispatch
import Foundation
import MillraceBase
import MillraceSignals

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request to `URLSession`, and its answer.
///
/// It ends with whatever comes first: the answer, an error, the receiver that wants no more, or the end of the task
/// that runs it. It does not rely on `URLSession` to report back: on Linux that falls silent at a 401 that asks for
/// credentials, so the answer's head alone decides there.
final class URLSessionExchange: NSObject, URLSessionDataDelegate {
    /// Runs all calls of `URLSession`.
    ///
    /// On Linux nearly each of them waits for the queue of `URLSession`, of which a process has only one, and which
    /// libcurl holds as long as it unpacks. On the threads of tasks they would stop all tasks of the process, and with
    /// them the time limits.
    static let queue = DispatchQueue(label: "Millrace.URLSession")

    let url: URL
    let pins: PinnedCertificates?
    private let receiver: AnswerReceiver
    /// Whether the head of the answer has come.
    let hasHead = Locked(false)
    /// Why there is no complete answer; nil if there is.
    let ending = Ending<RequestError.Reason?>()

    init(_ url: URL, _ receiver: AnswerReceiver, _ pins: PinnedCertificates?) {
        (self.url, self.receiver, self.pins) = (url, receiver, pins)
    }

    /// Sends the request and waits for the end of the answer. Returns why it is not complete. Must be called only once.
    ///
    /// - Parameter begin: Begins to send the request, and returns a closure that closes its connection. Both run on
    ///   ``queue``; nothing waits for them.
    func run(_ begin: @escaping @Sendable () -> @Sendable () -> Void) async -> RequestError.Reason? {
        await ending.wait(cancelled: .cancelled) {
            Self.queue.async { self.start(begin) }
        }
    }

    private func start(_ begin: () -> @Sendable () -> Void) {
        if ending.isOver { return }
        let stop = begin()
        ending.atEnd { Self.queue.async(execute: stop) }
    }

    /// Hands over the head. Returns whether the body is wanted.
    private func receive(_ response: HTTPURLResponse) -> Bool {
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { HTTPHeader($0, "\(value)") }
        }
        hasHead.withLock { $0 = true }
        return !ending.isOver && receiver.receive(head: Response(response.statusCode, headers: headers))
    }
}

extension URLSessionExchange {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let response = response as? HTTPURLResponse else { return ending.end(.brokenAnswer) }
        let isWanted = receive(response)
        let isChallenge = response.statusCode == 401 && response.value(forHTTPHeaderField: "WWW-Authenticate") != nil
        if !isWanted || isChallenge { ending.end(nil) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !ending.isOver, !receiver.receive(data) { ending.end(nil) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        if !ending.isOver { receiver.noteSent(Int(totalBytesSent)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let hasHead = hasHead.withLock { $0 }
        if let error {
            ending.end(RequestError.Reason(error, at: url, isWithinAnswer: hasHead))
        } else {
            ending.end(hasHead ? nil : .brokenAnswer)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
        _ = receive(response)
        ending.end(nil)
    }
}

extension RequestError.Reason {
    /// The meaning of an error of `URLSession`. Of the error itself, which carries the address, nothing is kept.
    fileprivate init(_ error: any Error, at address: URL, isWithinAnswer: Bool) {
        let host = address.host ?? ""
        switch (error as? URLError)?.code {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .noNetwork
        case .cannotFindHost, .dnsLookupFailed: self = .unknownHost(host)
        case .cannotConnectToHost, .timedOut: self = .noConnection(host: host)
        case .cancelled: self = .cancelled
        // On Linux there is a code only where the connection was refused, not where no way leads to the host.
        case .unknown where error.localizedDescription.hasPrefix("Failed to connect to"):
            self = .noConnection(host: host)
        // On Linux URLSession refuses IPv6 addresses and sends nothing. Otherwise this code means a damaged answer.
        case .badURL where host.contains(":"): self = .badAddress
        // On Linux there is no code for certificates that are not valid.
        default: self = address.scheme == "https" && !isWithinAnswer ? .noConnection(host: host) : .brokenAnswer
        }
    }
}
