import MillraceNetwork

/// Why there is no weather to show.
///
/// No error carries the address that was asked, and so none carries the key.
public enum WeatherError: Error, Equatable, Sendable {
    /// The service does not know the city.
    case unknownCity(String)
    /// Fewer places have the name than the one that was chosen has for a number.
    case noSuchPlace(String, count: Int)
    /// The service cannot make sense of what it was asked.
    case badQuestion(String)
    /// The service does not accept the key, or there is none.
    case unauthorised
    /// The service was asked too often. `retryAfter` is how long it wants to be left alone, if it says so.
    case tooManyRequests(retryAfter: Duration?)
    /// The service says that it failed.
    case serverFailure(status: Int)
    /// Something answers at the address, but not as the service does.
    case unexpectedStatus(Int)
    /// The address is not one of http or https.
    case badAddress
    /// The machine has no network.
    case noNetwork
    /// No machine has that name, or there is no network in which to look for it.
    case unknownHost(String)
    /// The machine does not take connections, or no secure ones.
    case noConnection(host: String)
    /// There was no answer in time.
    case timedOut(after: Duration)
    /// The answer broke off, or is no HTTP.
    case brokenAnswer
    /// The answer is longer than any that a weather service gives. The rest was not read.
    case tooLong
    /// The answer is not JSON, or not an object.
    case noJSONObject
    /// The answer has no such field, which must be there.
    case lacks(field: String)
    /// The field is there, but is not of the kind that it should be.
    case unreadable(field: String)
    /// Whoever asked does not want to know any more.
    case cancelled
}

extension WeatherError {
    /// Whether the service is currently unusable, so that a question for another city would fail too.
    public var isServiceUnavailable: Bool {
        switch self {
        case .unknownCity, .noSuchPlace, .badQuestion, .cancelled: false
        default: true
        }
    }

    /// What happened, for a program: a word that stays.
    public var code: String {
        switch self {
        case .unknownCity: "unknown-city"
        case .noSuchPlace: "no-such-place"
        case .badQuestion: "bad-question"
        case .unauthorised: "unauthorised"
        case .tooManyRequests: "too-many-requests"
        case .serverFailure: "server-failure"
        case .unexpectedStatus: "unexpected-status"
        case .badAddress: "bad-address"
        case .noNetwork: "no-network"
        case .unknownHost: "unknown-host"
        case .noConnection: "no-connection"
        case .timedOut: "timed-out"
        case .brokenAnswer: "broken-answer"
        case .tooLong: "too-long"
        case .noJSONObject: "no-json-object"
        case .lacks: "lacking-field"
        case .unreadable: "unreadable-field"
        case .cancelled: "cancelled"
        }
    }

    /// What happened, for a person: one or two sentences.
    public var message: String {
        switch self {
        case .unknownCity(let city): "There is no city called \(city)."
        case .noSuchPlace(let city, 1): "There is only one place called \(city)."
        case .noSuchPlace(let city, let count): "There are only \(count) places called \(city)."
        case .badQuestion(let city): "The weather service can make nothing of \"\(city)\". To fix: write a city's name."
        case .unauthorised:
            "The weather service does not accept the key. To fix: set OPENWEATHERMAP_API_KEY to a valid one."
        case .tooManyRequests(nil): "The weather service was asked too often. Try again later."
        case .tooManyRequests(let delay?): "The weather service was asked too often. Try again \(delay.fromNow)."
        case .serverFailure(let status): "The weather service has a fault of its own (\(status)). Try again later."
        case .unexpectedStatus(let status):
            "What answers at the service's address is no weather service (\(status)). To fix: check the address."
        case .badAddress:
            "The service's address cannot be used. To fix: begin it with http:// or https://, then a host or IPv4 address."
        case .noNetwork: "There is no network."
        case .unknownHost(let host): "There is no host called \(host), or no network."
        case .noConnection(let host): "No connection to \(host) could be made."
        case .timedOut(let limit): "The weather service did not answer within \(limit.inWords)."
        case .brokenAnswer: "The weather service's answer broke off, or is damaged."
        case .tooLong: "The answer is too long for a weather service's. To fix: check the address."
        case .noJSONObject: "The answer is no JSON object, as a weather service's would be."
        case .lacks(let field): "The answer lacks \(field)."
        case .unreadable(let field): "The answer's \(field) cannot be read."
        case .cancelled: "The request was cancelled."
        }
    }
}

extension WeatherError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
