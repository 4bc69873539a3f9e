import Foundation

/// OpenWeatherMap's answer to a question for the current weather, as far as it is used here. What may be missing in a
/// good answer is nil where it cannot be read, too.
struct WeatherAnswer: Decodable {
    let name: String
    let main: Main
    let weather: [Condition]
    let dt: Double
    @IfReadable var wind: Wind?
    @IfReadable var rain: Fall?
    @IfReadable var snow: Fall?
    @IfReadable var sys: Place?
    @IfReadable var timezone: Double?

    struct Main: Decodable {
        let temp: Double
        @IfReadable var feels_like: Double?
        @IfReadable var humidity: Double?
        @IfReadable var pressure: Double?
    }

    struct Condition: Decodable {
        let description: String
    }

    struct Wind: Decodable {
        @IfReadable var speed: Double?
        @IfReadable var deg: Double?
        @IfReadable var gust: Double?
    }

    /// What fell, by the time in which it did.
    struct Fall: Decodable {
        @IfReadable var hour: Double?
        @IfReadable var threeHours: Double?

        private enum CodingKeys: String, CodingKey {
            case hour = "1h"
            case threeHours = "3h"
        }
    }

    struct Place: Decodable {
        @IfReadable var country: String?
        @IfReadable var sunrise: Double?
        @IfReadable var sunset: Double?
    }

    /// What the answer says. Fails where it names no condition, and where a number that must be there is no measurement.
    func read() throws(WeatherError) -> Weather {
        guard let condition = weather.first else { throw .lacks(field: "weather[0]") }
        var weather = Weather(
            city: name,
            country: sys?.country,
            temperature: try main.temp.measured(Measurable.temperature, "main.temp"),
            description: condition.description,
            humidity: main.humidity?.within(Measurable.humidity),
            wind: wind?.read,
            time: Date(timeIntervalSince1970: try dt.measured(Measurable.time, "dt")),
            secondsFromUTC: timezone?.within(Measurable.secondsFromUTC).map { Int($0.rounded()) }
        )
        weather.feelsLike = main.feels_like?.within(Measurable.temperature)
        weather.pressure = main.pressure?.within(Measurable.pressure)
        weather.rain = rain?.hour?.within(Measurable.precipitation)
        weather.snow = snow?.hour?.within(Measurable.precipitation)
        weather.daylight = sys?.daylight
        return weather
    }
}

extension WeatherAnswer.Wind {
    /// The wind; nil where it has no speed.
    var read: Weather.Wind? {
        speed?.within(Measurable.windSpeed).map { speed in
            Weather.Wind(
                speed: speed,
                direction: deg?.within(Measurable.direction),
                gust: gust?.within(Measurable.windSpeed)
            )
        }
    }
}

extension WeatherAnswer.Place {
    /// From sunrise to sunset. Where the sun does not rise or set that day, the service says 0.
    fileprivate var daylight: ClosedRange<Date>? {
        guard let sunrise = sunrise?.within(Measurable.time), let sunset = sunset?.within(Measurable.time), sunrise > 0,
            sunset >= sunrise
        else { return nil }
        return Date(timeIntervalSince1970: sunrise)...Date(timeIntervalSince1970: sunset)
    }
}
