import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks OpenWeatherMap, or a server that answers as it does, over HTTP.
///
/// Each question has a connection of its own, and races a time limit, so that it ends whatever the network does.
/// Cancelling closes the connection. Redirections are not followed: the key goes to nobody else.
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
    ///   - baseURL: What stands before `/data/2.5/weather`.
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

    /// The weather that a city has now. See ``WeatherService``.
    public func weather(in city: String) async throws(WeatherError) -> Weather {
        let exchange = HTTPExchange(try request(for: city))
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
        return try outcome.get().weather(in: city, now: Date())
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

    /// `…/data/2.5/weather?q=CITY&units=metric&appid=KEY`
    private func request(for city: String) throws(WeatherError) -> URLRequest {
        guard Self.canAsk(at: baseURL), var address = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
            throw .badAddress
        }
        let path = address.percentEncodedPath
        address.percentEncodedPath = (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/data/2.5/weather"
        let language = language.map { "&lang=\($0.queryEncoded)" } ?? ""
        address.percentEncodedQuery = "q=\(city.queryEncoded)&units=metric\(language)&appid=\(key.text.queryEncoded)"
        address.fragment = nil
        guard let url = address.url else { throw .badAddress }
        return URLRequest(url: url)
    }
}

extension String {
    /// The text as a value in a query. `URLQueryItem` would leave a `+`, which servers read as a space.
    fileprivate var queryEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }
}

extension CharacterSet {
    /// What stands for itself anywhere in an address (RFC 3986, 2.3).
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
