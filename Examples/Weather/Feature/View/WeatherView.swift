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
    /// How often the spinner has turned since then.
    public var turns: Int
    /// What went wrong; nil where nothing did.
    public var message: String?
    /// The session's cities, the latest first.
    public var chart: TemperatureChart
    /// How temperatures are shown.
    public var unit: TemperatureUnit

    /// Whether the card is not the answer to the last question.
    public var isStale: Bool { isLoading || message != nil }
}

extension WeatherViewModel {
    /// How long the spinner takes for one turn.
    public static let turn: Duration = .milliseconds(100)

    /// All that the view model has to show, as one value: however much of it changes in a turn, it changes once.
    ///
    /// While an answer is awaited it changes with each turn of the spinner too, and otherwise there is no timer.
    ///
    /// - Parameters:
    ///   - source: Where the answers come from, for a person.
    ///   - scheduler: That of the view model.
    public func view(source: String, on scheduler: some Scheduler) -> Observable<WeatherView> {
        let card = combine(cityName, degrees, summary, details) { city, degrees, summary, details in
            city.isEmpty ? nil : WeatherCard(city: city, degrees: degrees, summary: summary, details: details)
        }
        let turns = isLoading.flatMapLatest { isLoading -> Observable<Int> in
            isLoading ? Signal.interval(Self.turn, on: scheduler).map { $0 + 1 }.hold(0) : Variable(0)
        }
        return combine(searchText, card, isLoading, turns, message, chart, unit) {
            WeatherView(
                source: source,
                searchText: $0,
                card: $1,
                isLoading: $2,
                turns: $3,
                message: $4,
                chart: $5,
                unit: $6
            )
        }
    }
}
