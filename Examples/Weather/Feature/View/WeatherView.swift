import Millrace

/// All that is shown of a search, as one value that knows nothing of any screen.
public struct WeatherView: Equatable, Sendable {
    /// Where the answers come from, for a person.
    public var source: String
    /// What is typed.
    public var searchText: String
    /// The weather that was found last; nil where none was.
    public var card: WeatherCard?
    /// Whether an answer is awaited.
    public var isLoading: Bool
    /// Whether something else is typed than was asked for last.
    public var isTyping: Bool
    /// How many pictures of a spinner have been shown since then.
    public var frame: Int
    /// What went wrong; nil where nothing did.
    public var message: String?
    /// The session's cities, the latest first.
    public var chart: TemperatureChart
    /// How temperatures are shown.
    public var unit: TemperatureUnit

    /// Whether the card is not the answer to the last question.
    public var isStale: Bool { isLoading || isTyping || message != nil }
}

extension WeatherViewModel {
    /// How long each picture of the spinner is seen.
    public static let frameTime: Duration = .milliseconds(100)

    /// All that the view model has to show, as one value: however much of it changes in a turn, it changes once.
    ///
    /// While an answer is awaited it changes with each picture of the spinner too, and otherwise there is no timer.
    ///
    /// - Parameters:
    ///   - source: Where the answers come from, for a person.
    ///   - scheduler: That of the view model.
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
