import Millrace

extension WeatherViewModel {
    /// The duration of each spinner frame.
    public static let frameTime: Duration = .milliseconds(100)

    /// Everything that the view model shows, as one value, which changes at most once per turn.
    ///
    /// While a request is in flight it also changes with each frame of the spinner; otherwise no timer runs.
    /// While it is observed, the view model lives.
    ///
    /// - Parameters:
    ///   - source: The source of the weather, as text.
    ///   - scheduler: The scheduler of the view model.
    public func view(source: String, on scheduler: some Scheduler) -> Observable<WeatherView> {
        let frame = isLoading.flatMapLatest { isLoading -> Observable<Int> in
            isLoading ? Signal.interval(Self.frameTime, on: scheduler).map { $0 + 1 }.hold(0) : Variable(0)
        }
        return Observable { [self] read in
            let city = read(cityName)
            let card = WeatherCard(city: city, degrees: read(degrees), summary: read(summary), details: read(details))
            return WeatherView(
                source: source,
                searchText: read(searchText),
                card: city.isEmpty ? nil : card,
                isLoading: read(isLoading),
                isTyping: read(isTyping),
                frame: read(frame),
                message: read(message),
                chart: read(chart),
                unit: read(unit.state),
                suggestions: read(suggestions),
                canGoBack: read(suggestions) == nil && read(place) != nil,
                forecast: read(forecast),
                forecastMessage: read(forecastMessage),
                panel: read(panel)
            )
        }
    }
}
