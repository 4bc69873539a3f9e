import Foundation

/// What is shown of the weather in one city, as a value that knows nothing of any screen.
public struct WeatherCard: Equatable, Sendable {
    /// "Paris, FR"
    public var city: String
    /// "17 °C"
    public var degrees: String
    /// "Broken clouds"
    public var summary: String
    /// What else was measured, and when: a line each.
    public var details: [String]
}

extension WeatherCard {
    /// The card of a city's weather. Equal weather in equal units gives equal cards.
    public init(_ weather: Weather, in unit: TemperatureUnit) {
        city = weather.cityName
        degrees = unit.text(celsius: weather.temperature)
        summary = weather.description.prefix(1).uppercased() + weather.description.dropFirst()
        details = [
            weather.airText(in: unit), weather.wind?.text(in: unit), weather.fallText, weather.sunText,
            weather.timeText,
        ].compactMap { $0 }
    }
}

extension Weather {
    /// "Feels like 16 °C, humidity 43 %, pressure 1000 hPa", as much of it as is known; nil for none of it.
    fileprivate func airText(in unit: TemperatureUnit) -> String? {
        let parts = [
            feelsLike.map { "feels like \(unit.text(celsius: $0))" }, humidity.map { "humidity \($0.wholeText) %" },
            pressure.map { "pressure \($0.wholeText) hPa" },
        ]
        return parts.compactMap { $0 }.joined(separator: ", ").sentence
    }

    /// "Rain 2.2 mm, snow 1.0 mm in the last hour"; nil where nothing fell.
    fileprivate var fallText: String? {
        let parts = [("rain", rain), ("snow", snow)].compactMap { name, amount in
            amount.flatMap { $0 > 0 ? "\(name) \(($0 * 10).rounded() / 10) mm" : nil }
        }
        return parts.isEmpty ? nil : "\(parts.joined(separator: ", ")) in the last hour".sentence
    }

    /// "Sun from 06:10 to 21:31", by the city's clock; nil where that is not known.
    fileprivate var sunText: String? {
        guard let daylight, clock.isLocal else { return nil }
        return "Sun from \(clock.time(daylight.lowerBound)) to \(clock.time(daylight.upperBound))"
    }

    /// "Observed 2026-05-21 14:01 local time", or in universal time where the city's clock is not known. Nil where the
    /// time is in no year from 1 to 9999.
    fileprivate var timeText: String? {
        guard let time = civilTime else { return nil }
        return "Observed \(clock.date(time)) \(clock.time(time)) \(clock.name)"
    }

    private var clock: LocalClock { LocalClock(secondsFromUTC: secondsFromUTC) }
}

extension Weather.Wind {
    /// "Wind 4.6 m/s from SW, gusts 7.1 m/s"
    func text(in unit: TemperatureUnit) -> String {
        let from = direction.flatMap { $0.isFinite ? " from \(Self.point(degrees: $0))" : nil } ?? ""
        let gusts = gust.map { ", gusts \(unit.speed(metres: $0))" } ?? ""
        return "Wind \(unit.speed(metres: speed))\(from)\(gusts)"
    }

    private static func point(degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", "N"]
        return points[Int(((turn < 0 ? turn + 360 : turn) / 45).rounded())]
    }
}

extension String {
    /// The text with a capital at its beginning; nil where there is none.
    var sentence: String? { isEmpty ? nil : prefix(1).uppercased() + dropFirst() }
}
