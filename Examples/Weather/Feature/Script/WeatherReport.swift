import Foundation
import MillraceTerminal

/// What a script prints of an answer.
protocol WeatherReport {
    /// For people: lines without line breaks in them.
    func text(to question: String, in unit: TemperatureUnit) -> [String]

    associatedtype Object: Encodable

    /// What the object for programs holds.
    func record(to question: String, in unit: TemperatureUnit) -> Object
}

extension WeatherReport {
    /// For programs: a JSON object on one line, whose keys are in alphabetical order. What is not known is left out. A
    /// recorded answer says that it is one.
    func json(to question: String, in unit: TemperatureUnit, isRecorded: Bool = false) -> String {
        record(to: question, in: unit).jsonLine(isRecorded)
    }
}

extension WeatherError {
    /// The error as a JSON object on one line.
    func json(to question: String, isRecorded: Bool = false) -> String {
        struct Record: Encodable { var question, code, error: String }
        return Record(question: question, code: code, error: message).jsonLine(isRecorded)
    }
}

extension Weather: WeatherReport {
    /// "Paris, FR: 17 °C, broken clouds"
    func text(to question: String, in unit: TemperatureUnit) -> [String] {
        ["\(cityName): \(unit.text(celsius: temperature)), \(description)".oneLine]
    }

    func record(to question: String, in unit: TemperatureUnit) -> some Encodable {
        Record(
            question: question,
            city: city,
            state: state,
            country: country,
            temperature: unit.degrees(celsius: temperature).hundredths,
            unit: unit.rawValue,
            description: description,
            feelsLike: feelsLike.map { unit.degrees(celsius: $0) }?.hundredths,
            humidity: humidity?.ifFinite,
            pressure: pressure?.ifFinite,
            rain: rain?.ifFinite,
            snow: snow?.ifFinite,
            sunrise: daylight?.lowerBound,
            sunset: daylight?.upperBound,
            windSpeed: wind?.speed.ifFinite,
            windDirection: wind?.direction?.ifFinite,
            windGust: wind?.gust?.ifFinite,
            time: civilTime
        )
    }

    private struct Record: Encodable {
        var question: String
        var city: String
        var state: String?
        var country: String?
        var temperature: Double?
        var unit: String
        var description: String
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

extension [NamedPlace]: WeatherReport {
    /// "Paris, place 2: Paris, Texas, US (33.6609, -95.5555)"
    func text(to question: String, in unit: TemperatureUnit) -> [String] {
        enumerated().map { index, place in
            "\(question), place \(index + 1): \(place.title) (\(place.latitude), \(place.longitude))".oneLine
        }
    }

    func record(to question: String, in unit: TemperatureUnit) -> some Encodable {
        Found(question: question, places: enumerated().map { Found.Item($1, number: $0 + 1) })
    }
}

private struct Found: Encodable {
    var question: String
    var places: [Item]

    struct Item: Encodable {
        var number: Int
        var name: String
        var state: String?
        var country: String?
        var latitude: Double
        var longitude: Double

        init(_ place: NamedPlace, number: Int) {
            self.number = number
            (name, state, country) = (place.name, place.state, place.country)
            (latitude, longitude) = (place.latitude, place.longitude)
        }
    }
}

/// What an answer holds, and whether it is a recorded one.
private struct Marked<Object: Encodable>: Encodable {
    var object: Object
    var isRecorded: Bool

    private enum CodingKeys: CodingKey { case recorded }

    func encode(to encoder: any Encoder) throws {
        try object.encode(to: encoder)
        guard isRecorded else { return }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(true, forKey: .recorded)
    }
}

extension Encodable {
    fileprivate func jsonLine(_ isRecorded: Bool) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let data = (try? encoder.encode(Marked(object: self, isRecorded: isRecorded))) ?? Data("{}".utf8)
        return String(decoding: data, as: UTF8.self).escapingLineBreaks
    }
}

extension Double {
    /// The number, if JSON has it.
    var ifFinite: Double? { isFinite ? self : nil }

    /// The number to two digits behind the point, if JSON has it.
    var hundredths: Double? { ((self * 100).rounded() / 100).ifFinite }
}

extension String {
    /// The text with some characters escaped that are no line breaks in JSON, but may be to what reads its lines.
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
