import Foundation

/// OpenWeatherMap's answer to a question for the current weather, as far as it is used here. What may be missing in a
/// good answer is optional.
struct WeatherAnswer: Decodable {
    let name: String
    let main: Main
    let weather: [Condition]
    let dt: Double
    let wind: Wind?
    /// What fell, by the time in which it did.
    let rain: [String: Double?]?
    let snow: [String: Double?]?
    let sys: Place?
    let timezone: Double?

    struct Main: Decodable {
        let temp: Double
        let feels_like: Double?
        let humidity: Double?
        let pressure: Double?
    }

    struct Condition: Decodable {
        let description: String
    }

    struct Wind: Decodable {
        let speed: Double?
        let deg: Double?
        let gust: Double?
    }

    struct Place: Decodable {
        let country: String?
        let sunrise: Double?
        let sunset: Double?
    }

    /// What the answer says. Fails where it names no condition, and where a number is no measurement.
    func read() throws(WeatherError) -> Weather {
        guard let condition = weather.first else { throw .lacks(field: "weather[0]") }
        var weather = Weather(
            city: name,
            country: sys?.country,
            temperature: try main.temp.measured(Measurable.temperature, "main.temp"),
            description: condition.description,
            humidity: try main.humidity?.measured(Measurable.humidity, "main.humidity"),
            wind: try wind?.read("wind"),
            time: Date(timeIntervalSince1970: try dt.measured(Measurable.time, "dt")),
            secondsFromUTC: try timezone.map { seconds throws(WeatherError) in
                Int(try seconds.measured(Measurable.secondsFromUTC, "timezone").rounded())
            }
        )
        weather.feelsLike = try main.feels_like?.measured(Measurable.temperature, "main.feels_like")
        weather.pressure = try main.pressure?.measured(Measurable.pressure, "main.pressure")
        weather.rain = try rain?["1h"]??.measured(Measurable.precipitation, "rain.1h")
        weather.snow = try snow?["1h"]??.measured(Measurable.precipitation, "snow.1h")
        weather.daylight = try sys?.daylight()
        return weather
    }
}

extension WeatherAnswer.Wind {
    /// The wind; nil where it has no speed.
    ///
    /// - Parameter field: The name of the wind in the answer.
    func read(_ field: String) throws(WeatherError) -> Weather.Wind? {
        let direction = try deg?.measured(Measurable.direction, "\(field).deg")
        let gust = try gust?.measured(Measurable.windSpeed, "\(field).gust")
        guard let speed else { return nil }
        return Weather.Wind(
            speed: try speed.measured(Measurable.windSpeed, "\(field).speed"),
            direction: direction,
            gust: gust
        )
    }
}

extension WeatherAnswer.Place {
    /// From sunrise to sunset. Where the sun does not rise or set that day, the service says 0.
    fileprivate func daylight() throws(WeatherError) -> ClosedRange<Date>? {
        guard let sunrise, let sunset, sunrise > 0, sunset >= sunrise else { return nil }
        let ends = try [
            sunrise.measured(Measurable.time, "sys.sunrise"), sunset.measured(Measurable.time, "sys.sunset"),
        ]
        return Date(timeIntervalSince1970: ends[0])...Date(timeIntervalSince1970: ends[1])
    }
}
