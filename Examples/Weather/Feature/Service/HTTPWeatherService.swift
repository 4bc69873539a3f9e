public import Foundation
public import Millrace
public import MillraceNetwork

/// A key to the weather service. Nothing that prints, dumps or describes it shows what it is.
public typealias APIKey = Secret

/// Asks OpenWeatherMap, or a server that answers as it does, over HTTP.
///
/// Each question has a time limit, so that it ends whatever the network does. Cancelling closes the connection.
/// Redirections are not followed, so that no other server gets the key.
public struct HTTPWeatherService: WeatherService {
    private let client: Client
    private let language: String?

    /// OpenWeatherMap's own address.
    public static let defaultAddress = "https://api.openweathermap.org"

    /// The languages that OpenWeatherMap has words in, as it names them. To any other it answers in English.
    public static let languages = [
        "af", "al", "ar", "az", "be", "bg", "ca", "cz", "da", "de", "el", "en", "es", "eu", "fa", "fi", "fr", "gl",
        "he", "hi", "hr", "hu", "id", "is", "it", "ja", "kr", "ku", "la", "lt", "mk", "nl", "no", "pl", "pt", "pt_br",
        "ro", "ru", "se", "sk", "sl", "sp", "sq", "sr", "sv", "th", "tr", "ua", "uk", "vi", "zh_cn", "zh_tw", "zu",
    ]

    /// A service at an address.
    ///
    /// - Parameters:
    ///   - baseURL: What comes before `/data/2.5/weather`. Nil is no address that can be asked.
    ///   - key: Goes into each request.
    ///   - language: The language of the answers' words, as the service names it: `de`, `pt_br`; nil for English.
    ///   - timeLimit: How long one question may take, from asking to the answer's last byte.
    ///   - transport: What carries the questions.
    ///   - clock: What measures the time limit. Its isolation does not matter.
    public init(
        baseURL: URL? = URL(string: defaultAddress),
        key: APIKey,
        language: String? = nil,
        timeLimit: Duration = .seconds(10),
        over transport: any Transport = URLSessionTransport(),
        clock: some Scheduler = .main
    ) {
        self.language = language
        var settings = ClientSettings()
        settings.query = [QueryItem("lang", language), .secret("appid", key)]
        // The longest answer, of a forecast, has about 20,000 bytes.
        settings.limits = RequestLimits(attempt: nil, silence: nil, total: timeLimit, answerSize: 1 << 20)
        settings.retry = .never
        settings.redirectionLimit = 0
        client = Client(baseURL ?? URL(fileURLWithPath: "/"), over: transport, settings: settings, clock: clock)
    }

    /// The places that have a name. See ``WeatherService``.
    public func places(named name: String) async throws(WeatherError) -> [NamedPlace] {
        try await ask(.places(named: name), about: name).read(in: language)
    }

    /// The weather that a city has now. See ``WeatherService``.
    ///
    /// That of a place bears the place's name: the service names what measures there, which may be a quarter of it.
    public func weather(at location: Location) async throws(WeatherError) -> Weather {
        var weather = try await ask(.weather(at: location), about: location.name).read()
        if case .place(let place) = location {
            (weather.city, weather.state, weather.country) = (place.name, place.state, place.country)
        }
        return weather
    }

    /// The weather that is expected in a city. See ``WeatherService``.
    public func forecast(at location: Location) async throws(WeatherError) -> Forecast {
        var forecast = try await ask(.forecast(at: location), about: location.name).read()
        if case .place(let place) = location {
            (forecast.city, forecast.state, forecast.country) = (place.name, place.state, place.country)
        }
        return forecast
    }

    private func ask<Answer>(
        _ question: WeatherQuestion<Answer>,
        about city: String
    ) async throws(WeatherError) -> Answer {
        do throws(RequestError) {
            return try await client.send(question)
        } catch {
            throw WeatherError(error.reason, about: city)
        }
    }
}
