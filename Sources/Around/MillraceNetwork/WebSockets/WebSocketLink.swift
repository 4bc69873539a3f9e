import Dispatch
import Foundation
import MillraceBase

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The carrier of a WebSocket's messages.
protocol WebSocketLink: Sendable {
    func send(_ message: WebSocket.Message) async throws(RequestError.Reason)
    /// The next message. Nil when the server has closed the connection in good order.
    func receive() async throws(RequestError.Reason) -> WebSocket.Message?
    /// Closes the connection, after which those who wait get an error. May be called several times.
    func close()
}

/// A WebSocket of `URLSession`.
final class URLSessionWebSocketLink: WebSocketLink {
    private let session: URLSession
    private let task: URLSessionWebSocketTask
    private let host: String

    init(_ request: HTTPRequest, messageLimit: Int) {
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        parts?.scheme = request.url.scheme?.lowercased() == "https" ? "wss" : "ws"
        var urlRequest = URLRequest(url: parts?.url ?? request.url)
        for header in request.headers { urlRequest.setValue(header.value, forHTTPHeaderField: header.name) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration)
        task = session.webSocketTask(with: urlRequest)
        task.maximumMessageSize = messageLimit
        host = request.url.host ?? ""
        task.resume()
    }

    deinit {
        task.cancel()
        session.finishTasksAndInvalidate()
    }

    func send(_ message: WebSocket.Message) async throws(RequestError.Reason) {
        do {
            switch message {
            case .text(let text): try await task.send(.string(text))
            case .data(let data): try await task.send(.data(data))
            }
        } catch {
            throw reason(error)
        }
    }

    func receive() async throws(RequestError.Reason) -> WebSocket.Message? {
        do {
            switch try await task.receive() {
            case .string(let text): return .text(text)
            case .data(let data): return .data(data)
            @unknown default: throw RequestError.Reason.brokenAnswer
            }
        } catch {
            if task.closeCode == .normalClosure || task.closeCode == .goingAway { return nil }
            throw reason(error)
        }
    }

    func close() { URLSessionExchange.queue.async { [task] in task.cancel(with: .normalClosure, reason: nil) } }

    private func reason(_ error: any Error) -> RequestError.Reason {
        if let status = (task.response as? HTTPURLResponse)?.statusCode, status != 101 {
            return .status(BadStatus(status))
        }
        return switch (error as? URLError)?.code {
        case .unsupportedURL: .unencodable("the libcurl of this system has no WebSockets")
        case .notConnectedToInternet: .noNetwork
        case .cannotFindHost, .dnsLookupFailed: .unknownHost(host)
        case .cannotConnectToHost, .timedOut: .noConnection(host: host)
        default: .brokenAnswer
        }
    }
}
