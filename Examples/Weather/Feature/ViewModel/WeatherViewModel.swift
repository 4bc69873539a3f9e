import Foundation
import Millrace
import MillraceApp

/// Searches for the weather in a city while its name is typed.
///
/// Text goes in, and what is to be shown comes out; the view model knows nothing of any screen. It belongs where the
/// scheduler does that it is made with.
public final class WeatherViewModel {
    /// How long typing must pause before a search begins.
    public static let pause: Duration = .milliseconds(300)

    /// What is typed. Spaces around it do not count, and an empty text clears.
    public let searchText = Variable("")
    /// The unit of temperatures, which stays in the next run. Changing it sends no request.
    public let unit: SavedValue<TemperatureUnit>
    /// Repeats the request for the current text, at once.
    public let retry = Emitter<Void>()
    /// Asks for the weather at one of the places among which to choose.
    public let take = Emitter<NamedPlace>()
    /// Shows the places among which to choose again, where one was taken.
    public let back = Emitter<Void>()
    /// Marks another place, or shows another time of the forecast: so many down, or later.
    public let move = Emitter<Int>()
    /// What is shown below the weather.
    public let panel = Variable(WeatherPanel.forecast)

    /// "Paris, FR"; empty where there is nothing to show.
    public let cityName: Observable<String>
    /// "17 °C"; empty where there is nothing to show.
    public let degrees: Observable<String>
    /// "Broken clouds"; empty where there is nothing to show.
    public let summary: Observable<String>
    /// Further measurements, one per line.
    public let details: Observable<[String]>
    /// Whether a request is in flight.
    public let isLoading: Observable<Bool>
    /// Whether the text has changed since the last request, so that the weather shown is not the answer to it.
    public let isTyping: Observable<Bool>
    /// The error as a message for the user; nil if there is none. With an error, the weather shown is the previous one.
    public let message: Observable<String?>
    /// The session's cities, the latest first.
    public let chart: Observable<TemperatureChart>
    /// The places that have the name, while one of them is to be chosen; otherwise nil.
    public let suggestions: Observable<Suggestions?>
    /// The place that is marked or was taken, where there are several, and no other text is typed; otherwise nil.
    public let place: Observable<NamedPlace?>
    /// What is expected in the city that is shown; nil until it has arrived.
    public let forecast: Observable<ForecastChart?>
    /// The error of the forecast as a message for the user; nil if there is none.
    public let forecastMessage: Observable<String?>

    /// The progress of the search, from which all of these follow.
    let search: Observable<SearchProgress>

    /// Makes a view model with an empty text.
    ///
    /// - Parameters:
    ///   - service: The source of the weather.
    ///   - unit: The unit of temperatures.
    ///   - scheduler: The scheduler to whose isolation domain the view model belongs: `.main` in an app, a
    ///     `TestScheduler` in a spec.
    public init(service: some WeatherService, unit saved: SavedValue<TemperatureUnit>, on scheduler: some Scheduler) {
        unit = saved
        let unit = saved.state
        let text = searchText.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        let typed = text.changes.debounce(for: Self.pause, on: scheduler).map { (text: $0, isRepeatable: false) }
        let told = retry.withLatest(from: text).map { (text: $1, isRepeatable: true) }

        // The same text is not requested twice in a row by typing, even if the first request came from a retry.
        let questions = merge(typed, told).removeDuplicates { $0.text == $1.text && !$1.isRepeatable }.map(\.text)

        // All that a request leads to at once is one turn.
        let requests = merge(
            questions.map { SearchRequest.city($0) },
            take.map { .place($0) },
            back.map { .places }
        )
        .batched()

        let loading = Activity()
        isLoading = loading.isInFlight
        let search = Self.progress(of: requests, moving: move, asking: service, tracking: loading, on: scheduler)
        self.search = search

        let card = combine(search.select(\.weather), unit).map { weather, unit in
            weather.map { WeatherCard($0, in: unit) }
        }
        cityName = card.select { $0?.city ?? "" }
        degrees = card.select { $0?.degrees ?? "" }
        summary = card.select { $0?.summary ?? "" }
        details = card.select { $0?.details ?? [] }
        let isTyping = combine(text, search.select(\.question)).select { $0 != $1 }
        self.isTyping = isTyping
        message = combine(search.select { $0.problem?.message }, saved.failure).select { problem, failure in
            problem ?? failure.map { "The unit is not saved: \($0)" }
        }
        chart = combine(search.select(\.history), unit).map { TemperatureChart($0, in: $1) }
        suggestions = search.select {
            $0.isChoosing ? Suggestions(titles: $0.places.map(\.title), marked: $0.choice) : nil
        }
        place = combine(isTyping, search).select { isTyping, search in isTyping ? nil : search.place }
        forecast = combine(search.select(\.forecast), search.select(\.hour), unit).map { forecast, hour, unit in
            forecast.map { ForecastChart($0, in: unit, showing: hour) }
        }
        forecastMessage = search.select { $0.forecastProblem.map { "No forecast: \($0.message)" } }
    }

    /// The state of a search, which follows from its requests, from what the service answers, and from moves.
    private static func progress(
        of requests: Signal<SearchRequest>,
        moving move: Signal<Int>,
        asking service: some WeatherService,
        tracking loading: Activity,
        on scheduler: some Scheduler
    ) -> Observable<SearchProgress> {
        // A new request cancels the previous one. An answer to that one is discarded.
        let answers = requests.flatMap(.latest) { request -> Signal<Result<SearchAnswer, WeatherError>> in
            if request.isEmpty { return .just(.success(.nothing)) }
            return .tryCall(on: scheduler, tracking: loading) { () async throws(WeatherError) in
                try await service.answer(to: request)
            }
        }

        // The forecast follows the weather, which is shown meanwhile. It too is cancelled by a new request.
        let places = merge(requests.map { _ in NamedPlace?.none }, answers.map { try? $0.get().place })
        let forecasts = places.tryMap(.latest, on: scheduler) { place throws(WeatherError) -> Forecast? in
            guard let place else { return nil }
            return try await service.forecast(at: .place(place))
        }

        // Shared: one request, however many properties are observed.
        let steps = merge(
            requests.map { SearchProgress.Step.asked($0) },
            answers.map { .answered($0) },
            forecasts.map { .expected($0) },
            move.map { .moved($0) }
        )
        return steps.scan(SearchProgress()) { search, step in search.after(step) }.hold(SearchProgress())
    }
}
