extension RequestError {
    /// The kinds of failures that users and views distinguish. ``RequestError/reason-swift.property`` has the details.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// There is no network, no such host, or no connection, or the connection was lost.
        case connection
        /// A time limit was exceeded here, or at the server (408).
        case timeLimit
        /// There is no valid login (401), or that of the request has ended.
        case login
        /// The server refuses this (403, and all other statuses that blame the request).
        case refused
        /// The server does not have this, or does not have it any more (404, 410).
        case missing
        /// It has changed at the server meanwhile (409, 412).
        case conflict
        /// The server was asked too often, or cannot do this now (423, 425, 429, 503).
        case busy
        /// The server has a fault of its own (the other statuses from 500), or has answered with a status that this
        /// request does not expect.
        case server
        /// The answer is too large, or cannot be decoded.
        case answer
        /// The request cannot be sent: its address, its path, its method or its body is not valid.
        case request
        /// The file of a download could not be written.
        case file
        /// The task was cancelled.
        case cancelled
    }

    /// The kind of the failure.
    public var kind: Kind {
        switch reason {
        case .noNetwork, .unknownHost, .noConnection, .brokenAnswer: .connection
        case .timedOut: .timeLimit
        case .status(let status): status.kind
        case .tooLarge, .undecodable: .answer
        case .badAddress, .unencodable: .request
        case .notWritten: .file
        case .notAuthenticated, .loginEnded: .login
        case .cancelled: .cancelled
        }
    }
}

extension BadStatus {
    fileprivate var kind: RequestError.Kind {
        switch status {
        case 401: .login
        case 404, 410: .missing
        case 408: .timeLimit
        case 409, 412: .conflict
        case 423, 425, 429, 503: .busy
        case 400..<500: .refused
        default: .server
        }
    }
}
