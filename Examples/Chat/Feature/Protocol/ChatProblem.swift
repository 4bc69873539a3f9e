import Foundation
import Millrace
import MillraceNetwork

/// Why a request to the homeserver failed, in the kinds that the chat handles differently.
public enum ChatProblem: Error, Hashable, Sendable {
    /// A temporary failure: the homeserver cannot be reached, or has an error of its own.
    case passing(String)
    /// A rate limit: the homeserver says when to try again. From a second to an hour.
    case limited(after: Duration)
    /// The token is no longer valid: this device was signed out.
    case signedOut
    /// A permanent failure: the homeserver refuses the request.
    case refused(String)

    /// Reads an error of a request. The protocol's own errors are objects in the answer's body.
    init(_ error: RequestError) {
        switch error.reason {
        case .notAuthenticated: self = .signedOut
        case .status(let status):
            let body = try? JSONValue(document: Data(status.body.utf8))
            let message = body?["error"]?.string ?? error.message
            if body?["errcode"]?.string == "M_LIMIT_EXCEEDED" || status.status == 429 {
                let milliseconds = body?["retry_after_ms"]?.int.map { Duration.milliseconds($0) }
                let delay = milliseconds ?? status.retryAfter ?? .seconds(5)
                // One that says zero, or a time that is past, would be asked all the time.
                self = .limited(after: min(max(delay, .seconds(1)), .seconds(3_600)))
            } else if status.status == 408 || status.status >= 500 {
                self = .passing(message)
            } else {
                self = .refused(message)
            }
        case .badAddress, .unencodable, .notWritten, .tooLarge: self = .refused(error.message)
        case .noNetwork, .unknownHost, .noConnection, .brokenAnswer, .timedOut, .undecodable, .cancelled, .loginEnded:
            self = .passing(error.message)
        }
    }

    /// Whether it is a temporary failure.
    var isPassing: Bool { if case .passing = self { true } else { false } }

    /// What has happened, for a person.
    public var message: String {
        switch self {
        case .passing(let message), .refused(let message): message
        case .limited: "The homeserver was asked too often."
        case .signedOut: "This device has been signed out."
        }
    }

    /// The delay before a retry; nil if a retry is useless.
    ///
    /// - Parameter failures: How often it has failed in a row, this time included.
    func delay(after failures: Int) -> Duration? {
        switch self {
        case .passing: Backoff.exponential(.seconds(1)).delay(after: failures)
        case .limited(let delay): delay
        case .signedOut, .refused: nil
        }
    }
}
