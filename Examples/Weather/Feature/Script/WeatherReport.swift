import Foundation
import MillraceTerminal

/// What a script prints of an answer, or of why there is none.
protocol WeatherReport {
    /// For people: lines without line breaks in them.
    func text(to question: String, in unit: TemperatureUnit) -> [String]

    /// For programs. What is not known is left out.
    func object(in unit: TemperatureUnit) -> JSONLine
}

extension WeatherReport {
    /// For programs: a JSON object on one line. One of a recorded answer says that it is one.
    func json(to question: String, in unit: TemperatureUnit, isRecorded: Bool = false) -> String {
        var object = object(in: unit)
        object["question"] = question
        if isRecorded { object["recorded"] = true }
        return object.description
    }
}

extension WeatherError: WeatherReport {
    /// "Atlantis: There is no city called Atlantis."
    func text(to question: String, in unit: TemperatureUnit) -> [String] { ["\(question): \(message)".oneLine] }

    func object(in unit: TemperatureUnit) -> JSONLine { ["code": code, "error": message] }
}

extension Weather: WeatherReport {
    /// "Paris, FR: 17 °C, broken clouds"
    func text(to question: String, in unit: TemperatureUnit) -> [String] {
        ["\(cityName): \(unit.text(celsius: temperature)), \(description)".oneLine]
    }

    func object(in unit: TemperatureUnit) -> JSONLine {
        [
            "city": city, "state": state, "country": country, "time": civilTime, "description": description,
            "unit": unit.rawValue, "temperature": unit.degrees(celsius: temperature).hundredths,
            "feelsLike": feelsLike.map { unit.degrees(celsius: $0).hundredths },
            "humidity": humidity, "pressure": pressure, "rain": rain, "snow": snow,
            "sunrise": daylight?.lowerBound, "sunset": daylight?.upperBound,
            "windSpeed": wind?.speed, "windDirection": wind?.direction, "windGust": wind?.gust,
        ]
    }
}

extension [NamedPlace]: WeatherReport {
    /// "Paris, place 2: Paris, Texas, US (33.6609, -95.5555)"
    func text(to question: String, in unit: TemperatureUnit) -> [String] {
        enumerated().map { index, place in
            "\(question), place \(index + 1): \(place.title) (\(place.latitude), \(place.longitude))".oneLine
        }
    }

    func object(in unit: TemperatureUnit) -> JSONLine {
        let places = enumerated().map { index, place -> JSONLine in
            [
                "number": index + 1, "name": place.name, "state": place.state, "country": place.country,
                "latitude": place.latitude, "longitude": place.longitude,
            ]
        }
        return ["places": places]
    }
}

extension Double {
    /// The number to two digits behind the point.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
