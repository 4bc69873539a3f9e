import Foundation
import MillraceTerminal

/// What a script asks for each city.
public enum WeatherTask: Equatable, Sendable {
    /// The weather that it has now.
    case weather
    /// What is expected there.
    case forecast
    /// The places that have its name.
    case places
}

/// Asks for one city after the other, and answers each with a line, or with several.
public struct WeatherScript<Service: WeatherService> {
    private let service: Service
    private let options: CommandLineOptions
    private let answer: (String) -> Void

    /// 0; or 69, as in `sysexits.h`, if the service could not be used for one of the cities.
    public private(set) var exitCode: Int32 = 0

    /// Creates a script that has asked nothing yet.
    ///
    /// - Parameters:
    ///   - service: Where the weather comes from.
    ///   - options: What to ask for each city, and how to answer.
    ///   - answer: Called with each line of the answers.
    public init(asking service: Service, _ options: CommandLineOptions, answer: @escaping (String) -> Void) {
        (self.service, self.options, self.answer) = (service, options, answer)
    }

    /// Asks for a city and answers. A line without a city is skipped. An error is an answer too, and ends nothing.
    public mutating func ask(_ line: String) async {
        let city = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !city.isEmpty else { return }
        let found: any WeatherReport
        do throws(WeatherError) {
            found = try await find(city)
        } catch {
            if error.isServiceUnavailable { exitCode = 69 }
            found = error
        }
        if options.json {
            answer(found.json(to: city, in: options.unit, isRecorded: options.server == nil))
        } else {
            found.text(to: city, in: options.unit).forEach(answer)
        }
    }

    private func find(_ city: String) async throws(WeatherError) -> any WeatherReport {
        switch options.task {
        case .weather:
            try await about(city) { location throws(WeatherError) in try await service.weather(at: location) }
        case .forecast:
            try await about(city) { location throws(WeatherError) in try await service.forecast(at: location) }
        case .places: try await places(asTyped: city)
        }
    }

    /// Asks about a city. If the service does not know it as it was typed, the first of the places is taken.
    private func about<Answer>(
        _ city: String,
        _ ask: (Location) async throws(WeatherError) -> Answer
    ) async throws(WeatherError) -> Answer {
        do {
            return try await ask(location(of: city))
        } catch .unknownCity where options.place == nil && city.contains(",") {
            return try await ask(.place(places(asTyped: city)[0]))
        }
    }

    private func location(of city: String) async throws(WeatherError) -> Location {
        guard let place = options.place else { return .city(city) }
        let places = try await places(asTyped: city)
        guard place <= places.count else { throw .noSuchPlace(city, count: places.count) }
        return .place(places[place - 1])
    }

    /// At least one place.
    private func places(asTyped city: String) async throws(WeatherError) -> [NamedPlace] {
        let places = try await service.places(asTyped: city)
        guard !places.isEmpty else { throw .unknownCity(city) }
        return places
    }
}
