/// The cities of a session, the latest first, each once, with the weather that it had last.
public struct WeatherHistory: Equatable, Sendable {
    /// How many cities are kept.
    public static let limit = 50

    /// The cities' weather.
    public private(set) var entries: [Weather] = []

    /// A history without cities.
    public init() {}

    /// The history with one more answer. A city that is there already moves to the front.
    public func adding(_ weather: Weather) -> WeatherHistory {
        var history = self
        history.entries.removeAll { $0.cityName == weather.cityName }
        history.entries.insert(weather, at: 0)
        history.entries.removeLast(max(0, history.entries.count - Self.limit))
        return history
    }
}

/// The temperatures of a history as bars, as a value that knows nothing of any screen.
///
/// All bars share one scale, on which 0 °C has its place in either unit: the bars do not move when units are switched.
public struct TemperatureChart: Equatable, Sendable {
    /// One city's bar.
    public struct Bar: Equatable, Sendable {
        /// "Paris, FR"
        public var city: String
        /// "17 °C"
        public var degrees: String
        /// The bar's ends as parts of the chart's width, from 0 to 1. One end is at 0 °C.
        public var range: ClosedRange<Double>
        /// Whether it is below 0 °C.
        public var isFrost: Bool
    }

    /// The bars, in the order of the history.
    public var bars: [Bar]

    /// The chart of a history.
    public init(_ history: WeatherHistory, in unit: TemperatureUnit) {
        let temperatures = history.entries.map(\.temperature)
        let coldest = min(0, temperatures.min() ?? 0)
        let width = max(0, temperatures.max() ?? 0) - coldest
        func place(_ temperature: Double) -> Double {
            let place = (temperature - coldest) / width
            return place.isFinite ? min(max(place, 0), 1) : 0
        }
        bars = history.entries.map { weather in
            let (end, zero) = (place(weather.temperature), place(0))
            return Bar(
                city: weather.cityName,
                degrees: unit.text(celsius: weather.temperature),
                range: min(end, zero)...max(end, zero),
                isFrost: weather.temperature < 0
            )
        }
    }
}
