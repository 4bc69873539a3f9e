/// What a client tells a log. Its description is one line, without secrets.
public struct RequestEvent: Sendable {
    /// What has happened.
    public enum Kind: Sendable {
        /// The request is sent.
        case sent
        /// An answer has arrived, with so many bytes.
        case answered(status: Int, byteCount: Int)
        /// The attempt has failed, and the request is sent again after a time.
        case willRepeat(RequestError.Reason, after: Duration)
        /// The server sends the request elsewhere.
        case redirected(to: String)
        /// The token has expired: the request waits for a new one.
        case waitsForAuthentication
        /// The request has failed for good.
        case failed(RequestError.Reason)
    }

    /// What has happened.
    public let kind: Kind
    /// The method and the address, with a mark in place of secrets.
    public let request: String
    /// The number of the attempt, counted from one.
    public let attempt: Int
    /// When, by the client's clock.
    public let time: Duration
}

extension RequestEvent: CustomStringConvertible {
    /// The request and what has happened, in one line.
    public var description: String { "\(request) (\(attempt)): \(words)" }

    private var words: String {
        switch kind {
        case .sent: "sent"
        case .answered(let status, let byteCount): "answered with \(status), \(byteCount) bytes"
        case .willRepeat(let reason, let delay): "\(reason); again \(delay.fromNow)"
        case .redirected(let address): "redirected to \(address)"
        case .waitsForAuthentication: "waits for a new token"
        case .failed(let reason): "failed: \(reason)"
        }
    }
}
