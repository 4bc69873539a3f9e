import Foundation
import MillraceNetwork

extension WeatherError {
    /// What it means that a question for a city has no answer.
    init(_ reason: RequestError.Reason, about city: String) {
        switch reason {
        case .noNetwork: self = .noNetwork
        case .unknownHost(let host): self = .unknownHost(host)
        case .noConnection(let host): self = .noConnection(host: host)
        case .badAddress: self = .badAddress
        case .timedOut(_, let limit): self = .timedOut(after: limit)
        case .tooLarge: self = .tooLong
        case .status(let answer): self.init(answer, about: city)
        case .undecodable(let problem): self.init(problem)
        case .cancelled: self = .cancelled
        case .brokenAnswer, .notWritten, .unencodable, .notAuthenticated, .loginEnded: self = .brokenAnswer
        }
    }

    /// A 404 without a code of its own is not the service's: other servers say it too, of addresses that they do not
    /// know.
    private init(_ answer: BadStatus, about city: String) {
        let ownCode = AnswerCode(Data(answer.body.utf8)).value
        switch answer.status {
        case 400 where ownCode == 400: self = .badQuestion(city)
        case 401: self = .unauthorised
        case 404 where ownCode != nil: self = .unknownCity(city)
        case 429: self = .tooManyRequests(retryAfter: answer.retryAfter.flatMap { $0 <= Self.longestDelay ? $0 : nil })
        case 500...599: self = .serverFailure(status: answer.status)
        default: self = .unexpectedStatus(answer.status)
        }
    }

    /// The service counts requests by the minute, the day and the month. Who is to wait longer was told nonsense, such as
    /// a date in another century.
    private static let longestDelay = Duration.seconds(31 * 86_400)

    init(_ problem: DecodingProblem) {
        switch problem.kind {
        case .missing where !problem.path.isEmpty: self = .lacks(field: problem.path)
        case .wrongKind where !problem.path.isEmpty: self = .unreadable(field: problem.path)
        default: self = .noJSONObject
        }
    }
}
