/// An event of a request, for the log of a ``Client``. Its description is one line, without secrets.
public struct RequestEvent: Sendable {
    /// The kind of an event.
    public enum Kind: Sendable {
        /// An attempt begins: the request is sent.
        case sent
        /// An answer has arrived completely: its status code, and the size of its body in bytes.
        case answered(status: Int, byteCount: Int)
        /// The attempt has failed, and the request is retried after a delay.
        case willRepeat(RequestError.Reason, after: Duration)
        /// The server redirects the request to another address.
        case redirected(to: String)
        /// There is no valid token: the request waits for a new one.
        case waitsForAuthentication
        /// The request has failed, and is not retried.
        case failed(RequestError.Reason)
    }

    /// The kind of the event.
    public let kind: Kind
    /// The method and the address, with a mark in place of secrets.
    public let request: String
    /// The number of the attempt, counted from one.
    public let attempt: Int
    /// The time of the event, by the client's clock.
    public let time: Duration
}

extension RequestEvent: CustomStringConvertible {
    /// The request, the attempt and the event, in one line.
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
