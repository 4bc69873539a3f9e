import Foundation

/// OpenWeatherMap's answer to a question for the current weather, as far as it is used here. What may be missing in a
/// good answer is optional.
struct WeatherAnswer: Decodable {
    let name: String
    let main: Main
    let weather: [Condition]
    let dt: Double
    let wind: Wind?
    let rain: Hour?
    let snow: Hour?
    let sys: Place?
    let timezone: Double?

    struct Main: Decodable {
        let temp: Double
        let feels_like: Double?
        let humidity: Double?
        let pressure: Double?
    }

    /// What fell in the last hour.
    struct Hour: Decodable {
        let amount: Double?

        private enum CodingKeys: String, CodingKey { case amount = "1h" }
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

    /// Reads an answer. Fails with what it lacks, or with what cannot be read.
    init(_ json: Data) throws(WeatherError) {
        do {
            self = try JSONDecoder().decode(WeatherAnswer.self, from: json)
        } catch {
            throw WeatherError(decoding: error)
        }
    }

    /// What the answer says. Fails where it names no condition, and where a number is no measurement.
    func read() throws(WeatherError) -> Weather {
        guard let condition = weather.first else { throw .lacks(field: "weather[0]") }
        let direction = try wind?.deg?.measured(Measurable.direction, "wind.deg")
        var weather = Weather(
            city: name,
            country: sys?.country,
            temperature: try main.temp.measured(Measurable.temperature, "main.temp"),
            description: condition.description,
            humidity: try main.humidity?.measured(Measurable.humidity, "main.humidity"),
            wind: try wind?.speed.map { speed throws(WeatherError) in
                Weather.Wind(
                    speed: try speed.measured(Measurable.windSpeed, "wind.speed"),
                    direction: direction,
                    gust: try wind?.gust?.measured(Measurable.windSpeed, "wind.gust")
                )
            },
            time: Date(timeIntervalSince1970: try dt.measured(Measurable.time, "dt")),
            secondsFromUTC: try timezone.map { seconds throws(WeatherError) in
                Int(try seconds.measured(Measurable.secondsFromUTC, "timezone").rounded())
            }
        )
        weather.feelsLike = try main.feels_like?.measured(Measurable.temperature, "main.feels_like")
        weather.pressure = try main.pressure?.measured(Measurable.pressure, "main.pressure")
        weather.rain = try rain?.amount?.measured(Measurable.precipitation, "rain.1h")
        weather.snow = try snow?.amount?.measured(Measurable.precipitation, "snow.1h")
        weather.daylight = try sys?.daylight()
        return weather
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

extension Double {
    /// The number, if it lies within what can be measured.
    fileprivate func measured(_ range: ClosedRange<Double>, _ field: String) throws(WeatherError) -> Double {
        guard range.contains(self) else { throw .unreadable(field: field) }
        return self
    }
}

/// The code in an answer: a number in good answers and some bad ones, a text in others. Nil where there is none.
struct WeatherAnswerCode: Decodable {
    let value: Int?

    /// The code in an answer, whatever else that is.
    init(_ json: Data) {
        value = (try? JSONDecoder().decode(WeatherAnswerCode.self, from: json))?.value
    }

    init(from decoder: any Decoder) throws {
        let answer = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? answer.decode(Int.self, forKey: .cod) {
            value = number
        } else {
            value = (try? answer.decode(String.self, forKey: .cod)).flatMap { Int($0) }
        }
    }

    private enum CodingKeys: String, CodingKey { case cod }
}

extension WeatherError {
    fileprivate init(decoding error: any Error) {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            self = .lacks(field: (context.codingPath + [key]).dotted)
        case .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            self = .lacks(field: context.codingPath.dotted)
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty:
            self = .unreadable(field: context.codingPath.dotted)
        default:
            self = .noJSONObject
        }
    }
}

extension [any CodingKey] {
    /// The path as one would write it in a program: `weather[0].description`.
    fileprivate var dotted: String {
        reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
