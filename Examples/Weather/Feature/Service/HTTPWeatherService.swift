import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks OpenWeatherMap, or a server that answers as it does, over HTTP.
///
/// Each question has a connection of its own and a time limit, so that it ends whatever the network does. Cancelling
/// closes the connection. Redirections are not followed, so that no other server gets the key.
public struct HTTPWeatherService: WeatherService {
    private let baseURL: URL
    private let key: APIKey
    private let language: String?
    private let timeLimit: Duration

    /// OpenWeatherMap's own address.
    public static let defaultAddress = "https://api.openweathermap.org"

    /// A service at an address.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before `/data/2.5/weather`.
    ///   - key: Goes into each request.
    ///   - language: The language of the answers' words, as the service names it: `de`, `pt_br`; nil for English.
    ///   - timeLimit: How long one question may take, from asking to the answer's last byte.
    public init(baseURL: URL, key: APIKey, language: String? = nil, timeLimit: Duration = .seconds(10)) {
        self.baseURL = baseURL
        self.key = key
        self.language = language
        self.timeLimit = timeLimit
    }

    /// Whether an address is one at which there may be a service: one of http or https, with a host.
    public static func canAsk(at address: URL) -> Bool {
        ["http", "https"].contains(address.scheme?.lowercased()) && address.host?.isEmpty == false
    }

    /// The places that have a name. See ``WeatherService``.
    public func places(named name: String) async throws(WeatherError) -> [NamedPlace] {
        let question = "/geo/1.0/direct?q=\(name.queryEncoded)&limit=\(Self.mostPlaces)"
        return try await ask(question, about: name, PlacesAnswer.self).read(in: language)
    }

    /// The weather that a city has now. See ``WeatherService``.
    ///
    /// That of a place bears the place's name: the service names what measures there, which may be a quarter of it.
    public func weather(at location: Location) async throws(WeatherError) -> Weather {
        let question = "/data/2.5/weather?\(location.query)&units=metric"
        var weather = try await ask(question, about: location.name, WeatherAnswer.self).read()
        if case .place(let place) = location {
            (weather.city, weather.state, weather.country) = (place.name, place.state, place.country)
        }
        return weather
    }

    /// The weather that is expected in a city. See ``WeatherService``.
    public func forecast(at location: Location) async throws(WeatherError) -> Forecast {
        let question = "/data/2.5/forecast?\(location.query)&units=metric"
        var forecast = try await ask(question, about: location.name, ForecastAnswer.self).read()
        if case .place(let place) = location {
            (forecast.city, forecast.state, forecast.country) = (place.name, place.state, place.country)
        }
        return forecast
    }

    /// As many as the service finds at most.
    private static let mostPlaces = 5

    /// Asks a question, and reads the answer.
    ///
    /// - Parameters:
    ///   - question: Path and query, but for the language and the key.
    ///   - city: The city that errors name.
    private func ask<Answer: Decodable>(
        _ question: String,
        about city: String,
        _ type: Answer.Type
    ) async throws(WeatherError) -> Answer {
        let exchange = HTTPExchange(try request(question))
        let (configuration, limit) = (configuration, timeLimit)
        let outcome = await withTaskGroup(of: Result<HTTPAnswer, WeatherError>.self) { group in
            defer { group.cancelAll() }
            group.addTask { await exchange.run(configuration) }
            group.addTask {
                do {
                    try await Task.sleep(for: limit)
                    return .failure(.timedOut(after: limit))
                } catch {
                    return .failure(.cancelled)
                }
            }
            return await group.next() ?? .failure(.cancelled)
        }
        return try outcome.get().read(type, about: city, now: Date())
    }

    /// Nothing is kept: no cache, no cookies, no credentials.
    private var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.timeoutIntervalForRequest = timeLimit / .seconds(1) + 60  // The service's own limit comes first.
        return configuration
    }

    /// `…/data/2.5/weather?q=CITY&units=metric&lang=LANGUAGE&appid=KEY`
    private func request(_ question: String) throws(WeatherError) -> URLRequest {
        guard Self.canAsk(at: baseURL), var address = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
            throw .badAddress
        }
        address.query = nil
        address.fragment = nil
        let language = language.map { "&lang=\($0.queryEncoded)" } ?? ""
        let base = (address.string ?? "").trimmingSuffix("/")
        guard let url = URL(string: "\(base)\(question)\(language)&appid=\(key.text.queryEncoded)") else {
            throw .badAddress
        }
        return URLRequest(url: url)
    }
}

extension Location {
    /// The location in a query: by name, or to some ten metres.
    fileprivate var query: String {
        switch self {
        case .city(let name): "q=\(name.queryEncoded)"
        case .place(let place):
            "lat=\(String(format: "%.4f", place.latitude))&lon=\(String(format: "%.4f", place.longitude))"
        }
    }
}

extension String {
    /// The text as a value in a query. `URLQueryItem` would leave a `+`, which servers read as a space.
    fileprivate var queryEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }

    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}

extension CharacterSet {
    /// The characters that need no encoding anywhere in an address (RFC 3986, 2.3).
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
