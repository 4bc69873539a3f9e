/// A forecast as a chart, as a value that knows nothing of any screen.
///
/// All temperatures share one scale, from the coldest to the warmest, which is the same in either unit.
public struct ForecastChart: Equatable, Sendable {
    /// Three hours of the forecast.
    public struct Hours: Equatable, Sendable {
        /// Where the temperature is on the scale: 0 for the coldest, 1 for the warmest.
        public var level: Double
        /// Whether it is below 0 °C.
        public var isFrost: Bool
        /// How likely it is that rain or snow falls, from 0 to 1.
        public var probability: Double
    }

    /// A day of the forecast, as the city's calendar has it.
    public struct Day: Equatable, Sendable {
        /// The name, from the longest to the shortest: "Friday 22 May", … "F".
        public var names: [String]
        /// The numbers of its hours.
        public var hours: Range<Int>
    }

    /// The hours, in their order.
    public var hours: [Hours]
    /// The days, in their order.
    public var days: [Day]
    /// The warmest temperature: "23 °C".
    public var warmest: String
    /// The coldest temperature: "9 °C".
    public var coldest: String
    /// The number of the hours that are shown in words.
    public var shown: Int
    /// What is expected in these, in words, from the longest to the shortest.
    public var words: [String]
    /// "local time", "UTC"
    public var clock: String

    /// The chart of a forecast.
    ///
    /// - Parameter shown: The number of the step that is shown in words: the nearest that there is.
    public init(_ forecast: Forecast, in unit: TemperatureUnit, showing shown: Int = 0) {
        let clock = LocalClock(secondsFromUTC: forecast.secondsFromUTC)
        let temperatures = forecast.steps.map(\.temperature)
        let (low, high) = (temperatures.min() ?? 0, temperatures.max() ?? 0)
        self.clock = clock.name
        warmest = unit.text(celsius: high)
        coldest = unit.text(celsius: low)
        hours = forecast.steps.map { step in
            let level = (step.temperature - low) / (high - low)
            return Hours(
                level: level.isFinite ? min(max(level, 0), 1) : 0,
                isFrost: step.temperature < 0,
                probability: step.expectation
            )
        }
        days = Self.days(forecast.steps.map { clock.day($0.time) })
        self.shown = min(max(shown, 0), max(0, forecast.steps.count - 1))
        words = forecast.steps.isEmpty ? [] : forecast.steps[self.shown].words(in: unit, by: clock)
    }

    private static func days(_ days: [LocalClock.Day]) -> [Day] {
        days.indices.reduce(into: [Day]()) { found, index in
            if index > 0, days[index] == days[index - 1], let last = found.indices.last {
                found[last].hours = found[last].hours.lowerBound..<(index + 1)
            } else {
                found.append(Day(names: days[index].names, hours: index..<(index + 1)))
            }
        }
    }
}

extension LocalClock.Day {
    /// "Fri 22"
    var short: String { "\(weekday.prefix(3)) \(number)" }

    /// From the longest to the shortest.
    fileprivate var names: [String] {
        [
            "\(weekday) \(number) \(month)", "\(short) \(month)", short, String(weekday.prefix(3)),
            String(weekday.prefix(2)), String(weekday.prefix(1)),
        ]
    }
}

extension Forecast.Step {
    /// How likely it is that rain or snow falls. Where the service does not say, an amount is as good as certain.
    fileprivate var expectation: Double {
        let probability = probability ?? ((rain ?? 0) + (snow ?? 0) > 0 ? 1 : 0)
        return probability.isFinite ? min(max(probability, 0), 1) : 0
    }

    /// "rain 80 %, 2.2 mm"; nil where it stays dry.
    var fallText: String? {
        let isSnow = (snow ?? 0) > (rain ?? 0)
        let amount = (rain ?? 0) + (snow ?? 0)
        let parts = [
            probability.flatMap { $0 > 0 ? "\(($0 * 100).wholeText) %" : nil },
            amount > 0 ? "\((amount * 10).rounded() / 10) mm" : nil,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : "\(isSnow ? "snow" : "rain") \(parts.joined(separator: ", "))"
    }

    /// What is expected, from the longest to the shortest.
    fileprivate func words(in unit: TemperatureUnit, by clock: LocalClock) -> [String] {
        let (day, time, degrees) = (clock.day(time), clock.time(time), unit.text(celsius: temperature))
        let likely = probability.flatMap { $0 > 0 ? "\(($0 * 100).wholeText) %" : nil }
        func words(_ day: String, _ more: String?...) -> String {
            "\(day) \(time)  \(([degrees] + more.compactMap { $0 }).joined(separator: ", "))"
        }
        let (long, short, name) = ("\(day.short) \(day.month)", day.short, String(day.weekday.prefix(3)))
        return [
            words(long, description, fallText, wind?.text(in: unit).lowercasedFirst),
            words(long, description, fallText),
            words(short, description, likely), words(short, fallText), words(name, likely), words(name),
            "\(time) \(degrees)",
        ]
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
