import Foundation
import LoopbackHTTP
import MillraceNetwork
@testable import WeatherRecording
@testable import WeatherSearch

/// How a question ended.
typealias Outcome = Result<Weather, WeatherError>

extension WeatherService {
    /// Asks, and gives an error back as a value.
    func outcome(_ city: String = "Paris") async -> Outcome {
        do throws(WeatherError) {
            return .success(try await weather(at: .city(city)))
        } catch {
            return .failure(error)
        }
    }
}

extension LoopbackServer {
    /// A service that asks this server. Its time limit is one that no example reaches unless it says so.
    func service(timeLimit: Duration = .seconds(60)) -> HTTPWeatherService {
        HTTPWeatherService(baseURL: baseURL, key: APIKey("key"), timeLimit: timeLimit)
    }

    /// How a question ends at a server that replies so.
    static func outcome(of reply: Reply, timeLimit: Duration = .seconds(60)) async throws -> Outcome {
        let server = try LoopbackServer { _ in reply }
        defer { server.stop() }
        return await server.service(timeLimit: timeLimit).outcome()
    }
}

extension LoopbackServer {
    /// Starts a server that answers from the recording.
    convenience init(_ weather: RecordedWeather) throws(SystemError) {
        try self.init { request in
            let response = weather.response(to: request.method, request.path, request.query)
            return .answer(response.status, String(decoding: response.body, as: UTF8.self))
        }
    }
}

extension HTTPWeatherService {
    /// A service that gets all its answers from a transport.
    init(over transport: any Transport, language: String? = nil) {
        self.init(key: APIKey("key"), language: language, over: transport)
    }
}

/// A good answer of the service, with some of its text exchanged.
func answer(_ old: String = "", _ new: String = "") -> String {
    let good = #"""
        {"coord":{"lon":2.35,"lat":48.85},"weather":[{"id":803,"main":"Clouds","description":"broken clouds","icon":"04d"}],
        "base":"stations","main":{"temp":17.4,"feels_like":16.7,"temp_min":16,"temp_max":18.9,"pressure":1000,"humidity":43},
        "visibility":10000,"wind":{"speed":4.58,"deg":226,"gust":7.1},"clouds":{"all":75},"dt":1779364865,
        "sys":{"type":2,"id":2000000,"country":"FR","sunrise":1779336608,"sunset":1779391866},
        "timezone":7200,"id":2988507,"name":"Paris","cod":200}
        """#
    precondition(old.isEmpty || good.contains(old), "the answer has no \(old)")
    return good.replacingOccurrences(of: old, with: new)
}

/// The most of what the good answer says.
let parisWeather = Weather(
    city: "Paris",
    country: "FR",
    temperature: 17.4,
    description: "broken clouds",
    humidity: 43,
    wind: Weather.Wind(speed: 4.58, direction: 226),
    time: Date(timeIntervalSince1970: 1_779_364_865),
    secondsFromUTC: 7200
)

/// All that the good answer says.
let wholeParisWeather = {
    var weather = parisWeather
    (weather.feelsLike, weather.pressure) = (16.7, 1000)
    weather.wind?.gust = 7.1
    weather.daylight = Date(timeIntervalSince1970: 1_779_336_608)...Date(timeIntervalSince1970: 1_779_391_866)
    return weather
}()

extension RecordedAnswers {
    /// The cities, with their countries: "Paris,FR"; those that share both, but for the first, with their states as
    /// well.
    var cities: [String] {
        all.reduce(into: []) { cities, city in
            let isKnown = cities.contains("\(city.name),\(city.country)")
            cities.append(
                [city.name, isKnown ? city.state : nil, city.country].compactMap(\.self).joined(separator: ",")
            )
        }
    }

    /// The answer for a city as it was recorded; nil where there is none. If there are several cities of that name, the
    /// first.
    func answer(for city: String) -> String? { found(city).first?.line }
}
