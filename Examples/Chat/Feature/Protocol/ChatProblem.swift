import Foundation
import Millrace
import MillraceNetwork

/// Why the homeserver has not done what it was asked: as much as the chat's rules distinguish.
public enum ChatProblem: Error, Hashable, Sendable {
    /// It cannot be reached, or has a fault of its own. The same may work another time.
    case passing(String)
    /// It was asked too often, and says when to ask again.
    case limited(after: Duration)
    /// The token is not valid any more: somebody has signed this device out.
    case signedOut
    /// It does not do this, now or later.
    case refused(String)

    /// Reads an error of a request. The protocol's own errors are objects in the answer's body.
    init(_ error: RequestError) {
        switch error.reason {
        case .notAuthenticated: self = .signedOut
        case .status(let status):
            let body = try? JSONDecoder().decode(JSONValue.self, from: Data(status.body.utf8))
            let message = body?["error"]?.string ?? error.message
            if body?["errcode"]?.string == "M_LIMIT_EXCEEDED" || status.status == 429 {
                let milliseconds = body?["retry_after_ms"]?.int.map {
                    Duration.milliseconds(min(max($0, 0), 3_600_000))
                }
                self = .limited(after: milliseconds ?? status.retryAfter ?? .seconds(5))
            } else if status.status == 408 || status.status >= 500 {
                self = .passing(message)
            } else {
                self = .refused(message)
            }
        case .badAddress, .unencodable, .notWritten, .tooLarge: self = .refused(error.message)
        case .noNetwork, .unknownHost, .noConnection, .brokenAnswer, .timedOut, .undecodable, .notRecorded, .cancelled:
            self = .passing(error.message)
        }
    }

    /// What has happened, for a person.
    public var message: String {
        switch self {
        case .passing(let message), .refused(let message): message
        case .limited: "The homeserver was asked too often."
        case .signedOut: "This device has been signed out."
        }
    }

    /// How long to wait before the same is asked again; nil where asking again is of no use.
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
