import Foundation
import Millrace
import MillraceSpecs
import WeatherSearch

/// Knows Paris, Rome and New York, and notes what it is asked. An answer takes a second of virtual time.
///
/// `@unchecked Sendable` is safe: it runs on a `TestScheduler`, which does all work on the spec's thread.
final class FakeWeatherService: WeatherService, @unchecked Sendable {
    private let scheduler: TestScheduler
    private(set) var questions: [String] = []
    private(set) var answered: [String] = []
    private(set) var takenBack: [String] = []

    /// How long the answer for a city takes, where it is not a second.
    var delays: [String: Duration] = [:]
    /// How many questions to fail yet.
    var failures = 0
    /// Whether it answers although the question was taken back.
    var isDeaf = false

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    func weather(in city: String) async throws(WeatherError) -> Weather {
        questions.append(city)
        await wait(for: delays[city] ?? .seconds(1))
        if Task.isCancelled, !isDeaf {
            takenBack.append(city)
            throw .cancelled
        }
        answered.append(city)
        if failures > 0 {
            failures -= 1
            throw .serverFailure(status: 500)
        }
        guard let known = Self.cities[city] else { throw .unknownCity(city) }
        return Weather(
            city: city,
            country: known.country,
            temperature: known.temperature,
            description: "broken clouds",
            time: Date(timeIntervalSince1970: 1_779_364_860)
        )
    }

    private func wait(for delay: Duration) async {
        guard isDeaf else { return (try? await scheduler.sleep(for: delay)) ?? () }
        await withCheckedContinuation { continuation in
            scheduler.schedule(after: delay) { continuation.resume() }
        }
    }

    private static let cities: [String: (country: String, temperature: Double)] = [
        "Paris": ("FR", 17.2), "Par": ("FR", 1), "Rome": ("IT", 24), "New York": ("US", -3),
    ]
}
