import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its answer.
///
/// It ends with whatever comes first: the answer, an error, or the end of the task that runs it. It does not rely on
/// `URLSession` to report back: on Linux that falls silent at a 401 that asks for credentials, so the answer's head
/// alone decides there.
final class HTTPExchange: NSObject, URLSessionDataDelegate {
    typealias Outcome = Result<HTTPAnswer, WeatherError>

    private struct State {
        var answer: HTTPAnswer?
        var received = 0
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let request: URLRequest
    private let state = Mutex(State())

    init(_ request: URLRequest) {
        self.request = request
    }

    /// Sends the request and waits for the outcome. Must be called only once.
    ///
    /// Each exchange has a session of its own, because on Linux only the delegate of a session receives all events, not
    /// that of a task.
    func run(_ configuration: URLSessionConfiguration) async -> Outcome {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    state.continuation = continuation
                    return state.outcome
                }
                guard let outcome else { return task.resume() }
                continuation.resume(returning: outcome)
            }
        } onCancel: {
            end(.failure(.cancelled))
        }
    }

    /// Ends the exchange, unless it has ended already.
    private func end(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}

extension HTTPExchange {
    /// The maximum size of a body, in bytes, after it has been unpacked. The longest one, of a forecast, has about 20,000.
    static let longestBody = 1 << 20

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let response = response as? HTTPURLResponse else { return end(.failure(.brokenAnswer)) }
        let answer = HTTPAnswer(
            status: response.statusCode,
            retryAfter: response.value(forHTTPHeaderField: "Retry-After")
        )
        state.withLock { $0.answer = answer }
        if answer.status == 401 { end(.success(answer)) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state in
            state.received += data.count
            guard state.received <= Self.longestBody else {
                state.answer?.body = Data()
                return true
            }
            state.answer?.body.append(data)
            return false
        }
        // The task is not cancelled here: on Linux that waits until all is unpacked, and what is unpacked waits for this
        // method. `run(_:)` cancels it.
        if isTooLong { end(.failure(.tooLong)) }
    }

    /// How many bytes of the body have arrived, unpacked, and how many of them are kept.
    var bodyCounts: (received: Int, kept: Int) { state.withLock { ($0.received, $0.answer?.body.count ?? 0) } }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let answer = state.withLock { $0.answer }
        if let error {
            end(.failure(WeatherError(error, at: request.url, isWithinAnswer: answer != nil)))
        } else {
            end(answer.map { .success($0) } ?? .failure(.brokenAnswer))
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
        end(.success(HTTPAnswer(status: response.statusCode)))
    }
}

extension WeatherError {
    /// What an error of `URLSession` means. Of the error itself, which carries the address, nothing is kept.
    fileprivate init(_ error: any Error, at address: URL?, isWithinAnswer: Bool) {
        let host = address?.host ?? ""
        switch (error as? URLError)?.code {
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff: self = .noNetwork
        case .cannotFindHost, .dnsLookupFailed: self = .unknownHost(host)
        case .cannotConnectToHost, .timedOut: self = .noConnection(host: host)
        case .cancelled: self = .cancelled
        // On Linux URLSession refuses IPv6 addresses and sends nothing. Otherwise this code means a damaged answer.
        case .badURL where host.contains(":"): self = .badAddress
        // On Linux there is no code for certificates that are not valid.
        default: self = address?.scheme == "https" && !isWithinAnswer ? .noConnection(host: host) : .brokenAnswer
        }
    }
}
