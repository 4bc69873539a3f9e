import Foundation

/// The response of a server, and its meaning.
struct HTTPAnswer: Sendable {
    var status: Int
    var retryAfter: String?
    var body = Data()

    /// What a good response to a question for a city says, or why it is none.
    ///
    /// A good status does not count where the answer's own code is bad. A 404 without such a code is not the service's:
    /// other servers say it too, of addresses that they do not know.
    func read<Answer: Decodable>(
        _ type: Answer.Type,
        about city: String,
        now: Date
    ) throws(WeatherError) -> Answer {
        let ownCode = AnswerCode(body).value
        let code = status == 200 ? ownCode ?? status : status
        switch code {
        case 200: return try Answer(answer: body)
        case 400 where ownCode == 400: throw .badQuestion(city)
        case 401: throw .unauthorised
        case 404 where ownCode != nil: throw .unknownCity(city)
        case 429: throw .tooManyRequests(retryAfter: retryAfter.flatMap { RetryAfter.delay($0, now: now) })
        case 500...599: throw .serverFailure(status: code)
        default: throw .unexpectedStatus(code)
        }
    }
}
