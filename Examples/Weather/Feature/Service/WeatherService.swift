/// Where the weather comes from. The view model is handed one at construction.
///
/// Cancelling the task ends each question at once, with ``WeatherError/cancelled``.
public protocol WeatherService: Sendable {
    /// The places that have a name, the best known first; none where it is unknown.
    ///
    /// - Parameter name: A city's name as a person types it, with or without a country: "Paris", "Paris,US".
    func places(named name: String) async throws(WeatherError) -> [NamedPlace]

    /// The weather that a city has now.
    func weather(at location: Location) async throws(WeatherError) -> Weather

    /// The weather that is expected in a city.
    func forecast(at location: Location) async throws(WeatherError) -> Forecast
}
