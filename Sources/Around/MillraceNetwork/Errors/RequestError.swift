import Foundation

/// The error of a failed request: the reason, the request, and the number of attempts. It contains no secret.
///
/// It is a value: it can be kept in a state, compared, carried by an action and recorded, and is the same after a replay.
/// A view shows ``message``, a program asks for ``kind`` and ``isPassing``, and a log has the description.
public struct RequestError: Error, Hashable, Sendable, Codable {
    /// Why the request failed.
    public let reason: Reason
    /// The method and the address, with a mark in place of secrets: `GET https://example.org/rooms?key=•••`.
    public let request: String
    /// How many times the request was sent.
    public let attempts: Int

    /// Creates an error.
    public init(_ reason: Reason, request: String, attempts: Int) {
        (self.reason, self.request, self.attempts) = (reason, request, attempts)
    }

    /// Why a request failed.
    public enum Reason: Error, Hashable, Sendable, Codable {
        /// The device has no network connection.
        case noNetwork
        /// The name of the host could not be resolved: it does not exist, or there is no network.
        case unknownHost(String)
        /// The host refuses connections, cannot be reached, or the TLS handshake failed.
        case noConnection(host: String)
        /// The scheme of the address is neither http nor https, or the address has no host.
        case badAddress
        /// The connection was closed before the end of the answer, or the answer is not valid HTTP.
        case brokenAnswer
        /// A time limit was exceeded.
        case timedOut(TimeLimit, after: Duration)
        /// The request does not accept the status code: see ``Request/accepts(_:)``.
        case status(BadStatus)
        /// The body of the answer exceeds the limit, in bytes. The rest was not read.
        case tooLarge(limit: Int)
        /// The answer could not be decoded.
        case undecodable(DecodingProblem)
        /// The body of a download could not be written into the file.
        case notWritten(String)
        /// The request cannot be sent: its body could not be encoded or read, or its method or its path is not valid.
        case unencodable(String)
        /// There is no valid token, and the ``Authentication`` could not renew it; or nobody is logged in.
        case notAuthenticated(String)
        /// The login under which the request began has ended: somebody has logged in since, or out. It says nothing of
        /// the present login, which is no reason to end that.
        case loginEnded
        /// The task that sent the request was cancelled.
        case cancelled
    }
}

extension RequestError {
    /// The reason for the user, in one or two sentences.
    public var message: String { reason.message }

    /// Whether the same request may succeed at another time: there was no connection, a time limit was exceeded, or the
    /// status is one of 408, 423, 425, 429, 500, 502, 503 and 504.
    ///
    /// So this is whether to offer a retry, or to keep the request for later. Whether the server has acted on the
    /// request is not known in all of these cases: see ``Request/isRepeatable``.
    public var isPassing: Bool {
        if case .timedOut(.total, _) = reason { true } else { reason.isPassing }
    }

    /// Whether the server may have acted on the request: an answer was lost, was not read, or says so little; or an earlier
    /// attempt of the same request was not answered, whatever the last one was.
    ///
    /// It has not where no connection was begun, and where the only answer is a refusal.
    public var mayBeDone: Bool { attempts > 1 || attempts > 0 && reason.mayBeDone }

    /// The delay that the server asks for in `Retry-After`; nil if it does not, or if there was no answer.
    public var retryAfter: Duration? { reason.retryAfter }
}

extension RequestError: CustomStringConvertible {
    /// The request and the reason for a log, in one line.
    public var description: String {
        let count = attempts > 1 ? " (after \(attempts) attempts)" : ""
        return "\(request): \(reason)\(count)"
    }
}

extension RequestError.Reason: CustomStringConvertible {
    /// The reason for a log, in one line.
    public var description: String {
        switch self {
        case .status(let status) where !status.body.isEmpty: "status \(status.status): \(status.body.inOneLine)"
        case .status(let status): "status \(status.status)"
        case .undecodable(let problem): "undecodable: \(problem.description.inOneLine)"
        default: message
        }
    }

    /// The reason for the user, in one or two sentences.
    public var message: String {
        switch self {
        case .noNetwork: "There is no network."
        case .unknownHost(let host): "There is no host called \(host), or no network."
        case .noConnection(let host): "No connection to \(host) could be made."
        case .badAddress: "The address cannot be used. To fix: begin it with http:// or https://, then a host."
        case .brokenAnswer: "The server's answer broke off, or is damaged."
        case .timedOut(.silence, let limit): "The server was silent for \(limit.inWords)."
        case .timedOut(_, let limit): "The server did not answer within \(limit.inWords)."
        case .status(let status): status.message
        case .tooLarge(let limit): "The server's answer is larger than \(limit) bytes."
        case .undecodable(let problem): "The server's answer cannot be read: \(problem)."
        case .notWritten(let problem): "The file cannot be written: \(problem)."
        case .unencodable(let problem): "The request cannot be sent: \(problem)."
        case .notAuthenticated(let problem): "There is no valid login: \(problem)."
        case .loginEnded: "The login under which the request began has ended."
        case .cancelled: "The request was cancelled."
        }
    }

    /// The same without secrets.
    ///
    /// - Parameter body: The body of the answer.
    func redacted(by redaction: Redaction, in body: Data = Data()) -> RequestError.Reason {
        switch self {
        case .status(let status):
            .status(BadStatus(status.status, body: redaction(status.body), retryAfter: status.retryAfter))
        case .undecodable(let problem): .undecodable(problem.redacted(by: redaction, in: body))
        case .notWritten(let problem): .notWritten(redaction(problem))
        case .unencodable(let problem): .unencodable(redaction(problem))
        case .notAuthenticated(let problem): .notAuthenticated(redaction(problem))
        default: self
        }
    }

    /// The delay that the server asks for.
    var retryAfter: Duration? { if case .status(let status) = self { status.retryAfter } else { nil } }

    /// Whether a single attempt that ends so may have been acted on.
    var mayBeDone: Bool {
        switch self {
        case .noNetwork, .unknownHost, .badAddress, .unencodable, .notAuthenticated, .loginEnded: false
        // A connection that breaks before the answer is not always told from one that is not made.
        case .noConnection, .brokenAnswer, .timedOut, .tooLarge, .undecodable, .notWritten, .cancelled: true
        case .status(let status): status.status < 300 || [408, 500, 502, 504].contains(status.status)
        }
    }

    /// Whether the same request may have an answer another time, by its nature.
    var isPassing: Bool {
        switch self {
        case .noNetwork, .unknownHost, .noConnection, .brokenAnswer: true
        case .timedOut(let limit, _): limit != .total
        case .status(let status): BadStatus.passing.contains(status.status)
        default: false
        }
    }
}

extension BadStatus {
    fileprivate var message: String {
        switch (status, retryAfter) {
        case (429, let delay?): "The server was asked too often. Try again \(delay.fromNow)."
        case (503, let delay?): "The server cannot answer now. Try again \(delay.fromNow)."
        case (401, _): "The server wants a login."
        case (403, _): "The server refuses this."
        case (404, _), (410, _): "The server does not have this."
        case (423, let delay?): "This is locked at the server. Try again \(delay.fromNow)."
        case (423, nil): "This is locked at the server. Try again later."
        case (429, nil): "The server was asked too often. Try again later."
        case (500..., _): "The server has a fault of its own (\(status)). Try again later."
        default: "The server answered with the status \(status)."
        }
    }
}

extension String {
    fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
