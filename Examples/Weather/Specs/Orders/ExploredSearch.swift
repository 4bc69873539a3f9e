import Foundation
import Millrace
import MillraceApp
import MillraceSpecs

@testable import WeatherSearch

/// A search in a world that decides when answers come. Moments are compared by all that the view model knows: it has no
/// store.
final class ExploredSearch {
    let world: World
    let model: WeatherViewModel

    private struct Moment {
        let text: String
        let search: SearchProgress
        let isLoading: Bool
    }

    init(in world: World, asking service: some WeatherService) throws {
        self.world = world
        let unit = try SavedValue(TemperatureUnit.celsius, in: .memory(), on: world.scheduler)
        model = WeatherViewModel(service: service, unit: unit, on: world.scheduler)
        world.compare("search") { [model] in
            Moment(text: model.searchText.value, search: model.search.value, isLoading: model.isLoading.value)
        }
    }

    // MARK: What the user may do

    func mayType(_ text: String, times: Int = 1) {
        world.may(text.isEmpty ? "clear the field" : "type \(text)", times: times) { [model] in
            model.searchText.value = text
        }
    }

    /// Enter takes the place that is marked; without one it asks again.
    func mayPressEnter(times: Int = 1) {
        world.may("press Enter", times: times) { [model] in
            if let place = model.place.value { model.take.send(place) } else { model.retry.send() }
        }
    }

    func mayGoBack() {
        world.may("press Esc", if: { [model] in model.suggestions.value == nil && model.place.value != nil }) {
            [model] in model.back.send()
        }
    }

    func mayMove() { world.may("press ↓") { [model] in model.move.send(1) } }

    // MARK: What the user says of it

    /// Says what must be true, where the cities are in `titles`, and their weather is as warm as `temperatures` says.
    func mustBelongToWhatIsTyped(_ titles: [String: [String]], warmest: [String: String]) {
        world.always("what is shown belongs to what is typed, or is dimmed") { [self] in
            isDimmed || (titles[text] ?? []).contains(card)
        }
        world.always("the forecast is of the city that is shown") { [model, self] in
            guard let forecast = model.forecast.value else { return true }
            return forecast.warmest == warmest[card]
        }
        world.always("I choose only among places of the name that I was asked about") { [model] in
            guard let places = model.suggestions.value else { return true }
            return places.titles.allSatisfy { $0.hasPrefix(model.search.value.question) }
        }
        world.atRest("no loading sign stays") { [model] in !model.isLoading.value }
        world.atRest("I see what I have typed, or may choose, or read why not") { [model, self] in
            !model.isTyping.value
                && (model.message.value != nil || model.suggestions.value != nil || (titles[text] ?? []).contains(card))
        }
        world.atRest("what I see has a forecast, or I read why not") { [model, self] in
            isDimmed || card.isEmpty || model.forecast.value != nil || model.forecastMessage.value != nil
        }
    }

    private var text: String { model.searchText.value }
    private var card: String { model.cityName.value }

    private var isDimmed: Bool {
        model.isLoading.value || model.isTyping.value || model.message.value != nil || model.suggestions.value != nil
    }
}

/// Knows Rome and two Springfields, and answers when a world says so.
struct ExploredWeatherService: WeatherService {
    let outside: Outside

    func places(named name: String) async throws(WeatherError) -> [NamedPlace] {
        try await ask("places called \(name)") { Self.places.filter { $0.name == name } }
    }

    func weather(at location: Location) async throws(WeatherError) -> Weather {
        guard case .place(let place) = location else { throw .unknownCity(location.name) }
        return try await ask("weather in \(place.title)") {
            var weather = Weather(
                city: place.name,
                country: place.country,
                temperature: place.longitude,
                description: "broken clouds",
                time: Date(timeIntervalSince1970: 1_779_364_860)
            )
            weather.state = place.state
            return weather
        }
    }

    func forecast(at location: Location) async throws(WeatherError) -> Forecast {
        guard case .place(let place) = location else { throw .unknownCity(location.name) }
        return try await ask("forecast for \(place.title)") {
            let time = Date(timeIntervalSince1970: 1_779_364_860)
            let step = Forecast.Step(time: time, temperature: place.longitude, description: "light rain")
            return Forecast(city: place.name, state: place.state, country: place.country, steps: [step])
        }
    }

    private func ask<Answer: Sendable>(
        _ question: String,
        _ answer: () -> Answer
    ) async throws(WeatherError) -> Answer {
        do {
            return try await outside.answer(question, failing: [WeatherError.noNetwork], answer)
        } catch {
            throw error as? WeatherError ?? .cancelled
        }
    }

    /// As warm as they are far in the east.
    private static let places = [
        NamedPlace(name: "Rome", country: "IT", latitude: 41.9, longitude: 12),
        NamedPlace(name: "Springfield", state: "Illinois", country: "US", latitude: 39.8, longitude: -89),
        NamedPlace(name: "Springfield", state: "Oregon", country: "US", latitude: 44, longitude: -123),
    ]

    static let titles = [
        "": [""], "Rome": ["Rome, IT"],
        "Springfield": ["Springfield, Illinois, US", "Springfield, Oregon, US"],
    ]
    static let warmest = [
        "Rome, IT": "12 °C", "Springfield, Illinois, US": "-89 °C",
        "Springfield, Oregon, US": "-123 °C",
    ]
}
