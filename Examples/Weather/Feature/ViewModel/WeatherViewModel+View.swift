import Millrace

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
        let canGoBack = combine(suggestions, place).select { $0 == nil && $1 != nil }
        return combine(
            searchText,
            card,
            isLoading,
            isTyping,
            frame,
            message,
            chart,
            unit.state,
            suggestions,
            canGoBack,
            forecast,
            forecastMessage,
            panel
        ) {
            WeatherView(
                source: source,
                searchText: $0,
                card: $1,
                isLoading: $2,
                isTyping: $3,
                frame: $4,
                message: $5,
                chart: $6,
                unit: $7,
                suggestions: $8,
                canGoBack: $9,
                forecast: $10,
                forecastMessage: $11,
                panel: $12
            )
        }
    }
}
