import Foundation
import Millrace
import MillraceSpecs
@testable import WeatherSearch

/// Knows Paris, Rome, New York and three Springfields, and notes what it is asked. To look up a name takes a second of
/// virtual time, all else none.
///
/// `@unchecked Sendable` is safe: it runs on a `TestScheduler`, which does all work on the spec's thread.
final class FakeWeatherService: WeatherService, @unchecked Sendable {
    private let scheduler: TestScheduler
    /// The names that were looked up.
    private(set) var questions: [String] = []
    /// The places whose weather was asked for, and whose forecast.
    private(set) var visits: [String] = []
    private(set) var forecasts: [String] = []
    private(set) var answered: [String] = []
    private(set) var takenBack: [String] = []

    /// How long the answer for a city takes, where it is not a second.
    var delays: [String: Duration] = [:]
    /// How many questions to fail yet.
    var failures = 0
    /// Whether it has no forecasts.
    var hasNoForecast = false
    /// Whether it answers although the question was cancelled.
    var isDeaf = false

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    func places(named name: String) async throws(WeatherError) -> [NamedPlace] {
        questions.append(name)
        try await answer(name)
        return Self.places.filter { $0.name == name }
    }

    func weather(at location: Location) async throws(WeatherError) -> Weather {
        visits.append(location.name)
        try await answer(location.name, usually: .zero)
        guard case .place(let place) = location, let temperature = Self.temperatures[place.title] else {
            throw .unknownCity(location.name)
        }
        var weather = Weather(
            city: place.name,
            country: place.country,
            temperature: temperature,
            description: "broken clouds",
            time: Date(timeIntervalSince1970: 1_779_364_860)
        )
        weather.state = place.state
        return weather
    }

    func forecast(at location: Location) async throws(WeatherError) -> Forecast {
        forecasts.append(location.name)
        try await answer("forecast " + location.name, usually: .zero)
        if hasNoForecast { throw .serverFailure(status: 503) }
        guard case .place(let place) = location else { throw .unknownCity(location.name) }
        return WeatherSpecs.forecast(in: place, from: Self.temperatures[place.title] ?? 0)
    }

    private func answer(_ question: String, usually delay: Duration = .seconds(1)) async throws(WeatherError) {
        let delay = delays[question] ?? delay
        if delay > .zero { await wait(for: delay) }
        if Task.isCancelled, !isDeaf {
            takenBack.append(question)
            throw .cancelled
        }
        guard !question.hasPrefix("forecast "), !question.contains(",") else { return }
        answered.append(question)
        if failures > 0 {
            failures -= 1
            throw .serverFailure(status: 500)
        }
    }

    private func wait(for delay: Duration) async {
        guard isDeaf else { return (try? await scheduler.sleep(for: delay)) ?? () }
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: delay) { continuation.resume() }
        }
    }

    private static let places = [
        NamedPlace(name: "Paris", country: "FR", latitude: 48.85, longitude: 2.35),
        NamedPlace(name: "Par", country: "FR", latitude: 50, longitude: 2),
        NamedPlace(name: "Rome", country: "IT", latitude: 41.9, longitude: 12.5),
        NamedPlace(name: "New York", country: "US", latitude: 40.7, longitude: -74),
        NamedPlace(name: "Springfield", state: "Illinois", country: "US", latitude: 39.8, longitude: -89.6),
        NamedPlace(name: "Springfield", state: "Oregon", country: "US", latitude: 44, longitude: -123),
        NamedPlace(name: "Springfield", country: "AU", latitude: -27.7, longitude: 152.9),
    ]

    private static let temperatures = [
        "Paris, FR": 17.2, "Par, FR": 1, "Rome, IT": 24, "New York, US": -3, "Springfield, Illinois, US": 19,
        "Springfield, Oregon, US": 12, "Springfield, AU": 26,
    ]
}

/// Five days by three hours from Thursday 21 May, 14:00 by the clock of Paris: each day is cold at night, and the
/// second one brings rain.
func forecast(in place: NamedPlace, from temperature: Double) -> Forecast {
    let course = [3.0, 1, -2, -4, -5, -2, 1, 4]
    let steps = (0..<40).map { index in
        let time = Date(timeIntervalSince1970: 1_779_364_800 + Double(index) * 3 * 3600)
        let isWet = (8..<16).contains(index)
        var step = Forecast.Step(
            time: time,
            temperature: temperature - 3 + course[index % 8],
            description: isWet ? "light rain" : "broken clouds"
        )
        step.probability = isWet ? Double(index - 7) / 10 : 0
        step.rain = isWet ? 0.26 : nil
        step.wind = Weather.Wind(speed: 4.58, direction: 226, gust: 7.1)
        return step
    }
    var forecast = Forecast(city: place.name, country: place.country, secondsFromUTC: 7200, steps: steps)
    forecast.state = place.state
    return forecast
}
