/// Why a request has no answer, with everything that a screen and a log need. It contains no secret.
public struct RequestError: Error, Hashable, Sendable {
    /// What happened.
    public let reason: Reason
    /// The method and the address, with a mark in place of secrets: `GET https://example.org/rooms?key=•••`.
    public let request: String
    /// How many times the request was sent.
    public let attempts: Int

    /// Creates an error.
    public init(_ reason: Reason, request: String, attempts: Int) {
        (self.reason, self.request, self.attempts) = (reason, request, attempts)
    }

    /// What happened.
    public enum Reason: Error, Hashable, Sendable {
        /// The machine has no network.
        case noNetwork
        /// No machine has that name, or there is no network in which to look for it.
        case unknownHost(String)
        /// The machine does not take connections, or no secure ones.
        case noConnection(host: String)
        /// The address is not one of http or https, or has no host.
        case badAddress
        /// The answer broke off, or is no HTTP.
        case brokenAnswer
        /// A time limit was reached.
        case timedOut(TimeLimit, after: Duration)
        /// The status is not one that the request accepts.
        case status(BadStatus)
        /// The answer is larger than its limit, in bytes. The rest was not read.
        case tooLarge(limit: Int)
        /// The answer could not be decoded.
        case undecodable(DecodingProblem)
        /// The answer could not be written into its file.
        case notWritten(String)
        /// The body of the request could not be made.
        case unencodable(String)
        /// The authentication had expired and could not be renewed.
        case notAuthenticated(String)
        /// A recording has no answer to this request.
        case notRecorded
        /// Whoever asked does not want to know any more.
        case cancelled
    }
}

extension RequestError {
    /// What happened, for a person: one or two sentences.
    public var message: String { reason.message }
}

extension RequestError: CustomStringConvertible {
    /// The request and what happened, for a log: in one line.
    public var description: String {
        let count = attempts > 1 ? " (after \(attempts) attempts)" : ""
        return "\(request): \(reason)\(count)"
    }
}

extension RequestError.Reason: CustomStringConvertible {
    /// What happened, for a log: in one line.
    public var description: String {
        switch self {
        case .status(let status) where !status.body.isEmpty: "\(code) \(status.status): \(status.body.inOneLine)"
        case .status(let status): "\(code) \(status.status)"
        case .undecodable(let problem): "\(code): \(problem.description.inOneLine)"
        default: "\(code): \(message)"
        }
    }

    /// What happened, for a program: a word that stays.
    public var code: String {
        switch self {
        case .noNetwork: "no-network"
        case .unknownHost: "unknown-host"
        case .noConnection: "no-connection"
        case .badAddress: "bad-address"
        case .brokenAnswer: "broken-answer"
        case .timedOut: "timed-out"
        case .status: "status"
        case .tooLarge: "too-large"
        case .undecodable: "undecodable"
        case .notWritten: "not-written"
        case .unencodable: "unencodable"
        case .notAuthenticated: "not-authenticated"
        case .notRecorded: "not-recorded"
        case .cancelled: "cancelled"
        }
    }

    /// What happened, for a person: one or two sentences.
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
        case .unencodable(let problem): "The request cannot be written: \(problem)."
        case .notAuthenticated(let problem): "The login has expired and could not be renewed: \(problem)."
        case .notRecorded: "The recording has no answer to this request."
        case .cancelled: "The request was taken back."
        }
    }

    /// The same without secrets.
    func redacted(by redaction: Redaction) -> RequestError.Reason {
        switch self {
        case .status(let status):
            .status(BadStatus(status.status, body: redaction(status.body), retryAfter: status.retryAfter))
        case .undecodable(let problem): .undecodable(problem.redacted(by: redaction))
        case .notWritten(let problem): .notWritten(redaction(problem))
        case .unencodable(let problem): .unencodable(redaction(problem))
        case .notAuthenticated(let problem): .notAuthenticated(redaction(problem))
        default: self
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
        case (429, nil): "The server was asked too often. Try again later."
        case (500..., _): "The server has a fault of its own (\(status)). Try again later."
        default: "The server answered with the status \(status)."
        }
    }
}

extension String {
    fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
