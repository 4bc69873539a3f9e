import Foundation
import MillraceTerminal

/// An answer as a line.
struct WeatherAnswerLine {
    private let city: String
    private let outcome: Result<Weather, WeatherError>
    private let unit: TemperatureUnit

    init(to city: String, _ outcome: Result<Weather, WeatherError>, in unit: TemperatureUnit) {
        self.city = city
        self.outcome = outcome
        self.unit = unit
    }

    /// The line for people: "Paris, FR: 17 °C, broken clouds".
    var text: String {
        switch outcome {
        case .success(let weather):
            "\(weather.cityName): \(unit.text(celsius: weather.temperature)), \(weather.description)".oneLine
        case .failure(let problem): "\(city): \(problem.message)".oneLine
        }
    }

    /// The line for programs: a JSON object, whose keys stand in alphabetical order. What was not measured
    /// is left out.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let data = (try? encoder.encode(record)) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self).escapingLineBreaks
    }

    private var record: Record {
        switch outcome {
        case .success(let weather):
            Record(
                question: city,
                city: weather.city,
                country: weather.country,
                temperature: unit.degrees(celsius: weather.temperature).hundredths,
                unit: unit.rawValue,
                description: weather.description,
                feelsLike: weather.feelsLike.map { unit.degrees(celsius: $0) }?.hundredths,
                humidity: weather.humidity?.ifFinite,
                pressure: weather.pressure?.ifFinite,
                rain: weather.rain?.ifFinite,
                snow: weather.snow?.ifFinite,
                sunrise: weather.daylight?.lowerBound,
                sunset: weather.daylight?.upperBound,
                windSpeed: weather.wind?.speed.ifFinite,
                windDirection: weather.wind?.direction?.ifFinite,
                windGust: weather.wind?.gust?.ifFinite,
                time: weather.civilTime
            )
        case .failure(let problem): Record(question: city, code: problem.code, error: problem.message)
        }
    }

    private struct Record: Encodable {
        var question: String
        var code: String?
        var error: String?
        var city: String?
        var country: String?
        var temperature: Double?
        var unit: String?
        var description: String?
        var feelsLike: Double?
        var humidity: Double?
        var pressure: Double?
        var rain: Double?
        var snow: Double?
        var sunrise: Date?
        var sunset: Date?
        var windSpeed: Double?
        var windDirection: Double?
        var windGust: Double?
        var time: Date?
    }
}

extension Double {
    /// The number, if JSON has it.
    fileprivate var ifFinite: Double? { isFinite ? self : nil }

    /// The number to two digits behind the point, if JSON has it.
    fileprivate var hundredths: Double? { ((self * 100).rounded() / 100).ifFinite }
}

extension String {
    /// JSON takes these for no breaks, but what reads its lines may.
    fileprivate var escapingLineBreaks: String {
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{85}", "\u{2028}", "\u{2029}":
                escaped += "\\u\(String(scalar.value + 0x10000, radix: 16).dropFirst())".unicodeScalars
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
