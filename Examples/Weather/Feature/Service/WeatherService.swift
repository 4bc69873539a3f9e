/// Where the weather comes from. The view model is handed one at construction.
public protocol WeatherService: Sendable {
    /// The weather that a city has now.
    ///
    /// Cancelling the task ends the question at once, with ``WeatherError/cancelled``.
    ///
    /// - Parameter city: A city's name as a person types it, with or without a country: "Paris", "Paris,US".
    func weather(in city: String) async throws(WeatherError) -> Weather
}
