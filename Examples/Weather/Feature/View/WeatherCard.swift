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

    /// A card of such texts.
    public init(city: String, degrees: String, summary: String, details: [String]) {
        self.city = city
        self.degrees = degrees
        self.summary = summary
        self.details = details
    }

    /// The card of a city's weather. Equal weather in equal units gives equal cards.
    public init(_ weather: Weather, in unit: TemperatureUnit) {
        city = weather.cityName
        degrees = unit.text(celsius: weather.temperature)
        summary = weather.description.prefix(1).uppercased() + weather.description.dropFirst()
        details = [weather.humidity.map { "Humidity \($0.wholeText) %" }, weather.wind?.text, weather.timeText]
            .compactMap { $0 }
    }
}

extension Weather {
    /// The city with its country, where that is known: "Paris, FR".
    public var cityName: String { country.map { "\(city), \($0)" } ?? city }

    /// "Observed 2026-05-21 14:01 local time", or in universal time where the city's clock is not known. Nil where the
    /// time is in no year from 1 to 9999.
    fileprivate var timeText: String? {
        guard let time = civilTime else { return nil }
        let ahead = secondsFromUTC.flatMap { Measurable.secondsFromUTC.contains(Double($0)) ? $0 : nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: ahead ?? 0) ?? .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: time)
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        let date = "\(year)-\(twoDigits(month))-\(twoDigits(day))"
        let clock = "\(twoDigits(parts.hour ?? 0)):\(twoDigits(parts.minute ?? 0))"
        return "Observed \(date) \(clock) \(ahead == nil ? "UTC" : "local time")"
    }

    private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Weather.Wind {
    /// "Wind 4.6 m/s from SW"
    fileprivate var text: String {
        let speed = "Wind \((speed * 10).rounded() / 10) m/s"
        guard let direction, direction.isFinite else { return speed }
        return "\(speed) from \(Self.point(degrees: direction))"
    }

    private static func point(degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW", "N"]
        return points[Int(((turn < 0 ? turn + 360 : turn) / 45).rounded())]
    }
}
