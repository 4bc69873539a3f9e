import Millrace

/// Everything that a search shows, as one value that does not depend on any screen.
public struct WeatherView: Equatable, Sendable {
    /// The source of the weather, as text.
    public var source: String
    /// The text that is typed.
    public var searchText: String
    /// The weather that was found last; nil if there is none.
    public var card: WeatherCard?
    /// Whether a request is in flight.
    public var isLoading: Bool
    /// Whether the text has changed since the last request.
    public var isTyping: Bool
    /// The number of spinner frames that have been shown during the request.
    public var frame: Int
    /// The error message; nil if there is none.
    public var message: String?
    /// The session's cities, the latest first.
    public var chart: TemperatureChart
    /// The unit of temperatures.
    public var unit: TemperatureUnit

    /// Whether the card is not the answer to the last question.
    public var isStale: Bool { isLoading || isTyping || message != nil }
}

extension WeatherViewModel {
    /// The duration of each spinner frame.
    public static let frameTime: Duration = .milliseconds(100)

    /// Everything that the view model shows, as one value, which changes at most once per turn.
    ///
    /// While a request is in flight it also changes with each frame of the spinner; otherwise no timer runs.
    ///
    /// - Parameters:
    ///   - source: The source of the weather, as text.
    ///   - scheduler: The scheduler of the view model.
    public func view(source: String, on scheduler: some Scheduler) -> Observable<WeatherView> {
        let card = combine(cityName, degrees, summary, details) { city, degrees, summary, details in
            city.isEmpty ? nil : WeatherCard(city: city, degrees: degrees, summary: summary, details: details)
        }
        let frame = isLoading.flatMapLatest { isLoading -> Observable<Int> in
            isLoading ? Signal.interval(Self.frameTime, on: scheduler).map { $0 + 1 }.hold(0) : Variable(0)
        }
        return combine(searchText, card, isLoading, isTyping, frame, message, chart, unit) {
            WeatherView(
                source: source,
                searchText: $0,
                card: $1,
                isLoading: $2,
                isTyping: $3,
                frame: $4,
                message: $5,
                chart: $6,
                unit: $7
            )
        }
    }
}
