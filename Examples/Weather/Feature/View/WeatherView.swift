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
    /// The places among which to choose; nil if there is nothing to choose.
    public var suggestions: Suggestions?
    /// Whether a place was chosen, so that another can be.
    public var canGoBack: Bool
    /// What is expected; nil if that is not known yet.
    public var forecast: ForecastChart?
    /// The error message of the forecast; nil if there is none.
    public var forecastMessage: String?
    /// What is shown below the weather.
    public var panel: WeatherPanel

    /// Whether the card is not the answer to the last question.
    public var isStale: Bool { isLoading || isTyping || message != nil || suggestions != nil }
}

/// The places among which to choose.
public struct Suggestions: Equatable, Sendable {
    /// The places, each with its state and country: "Paris, Texas, US".
    public var titles: [String]
    /// The number of the place that is marked.
    public var marked = 0
}

/// What can be shown below the weather.
public enum WeatherPanel: Equatable, Sendable {
    /// The weather that is expected in the city.
    case forecast
    /// The cities of the session, side by side.
    case session

    /// The one to switch to.
    public var other: WeatherPanel { self == .forecast ? .session : .forecast }
}
