import Millrace

/// Searches for the weather in a city while its name is typed.
///
/// Text goes in, and what is to be shown comes out; the view model knows nothing of any screen. It belongs where the
/// scheduler does that it is made with.
public final class WeatherViewModel {
    /// How long typing must pause before a search begins.
    public static let pause: Duration = .milliseconds(300)

    /// What is typed. Spaces around it do not count, and an empty text clears.
    public let searchText = Variable("")
    /// The unit of temperatures. Changing it sends no request.
    public let unit = Variable(TemperatureUnit.celsius)
    /// Repeats the request for the current text, at once.
    public let retry = Emitter<Void>()

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

    /// Makes a view model with an empty text.
    ///
    /// - Parameters:
    ///   - service: The source of the weather.
    ///   - scheduler: The scheduler to whose isolation domain the view model belongs: `.main` in an app, a
    ///     `TestScheduler` in a spec.
    public init(service: some WeatherService, on scheduler: some Scheduler) {
        let text = searchText.map { $0.trimmingSpaces }
        let typed = text.changes.debounce(for: Self.pause, on: scheduler).map { (text: $0, isRepeatable: false) }
        let told = retry.withLatest(from: text).map { (text: $1, isRepeatable: true) }

        // The same text is not requested twice in a row by typing, even if the first request came from a retry.
        let questions = merge(typed, told).removeDuplicates { $0.text == $1.text && !$1.isRepeatable }.map(\.text)

        // A new question cancels the previous one. An answer to that one is discarded.
        let answers = questions.tryMap(.latest, on: scheduler) { city throws(WeatherError) -> Weather? in
            city.isEmpty ? nil : try await service.weather(in: city)
        }

        // Shared: one request, however many properties are observed.
        let search = merge(questions.map { .asked($0) }, answers.map { .answered($0) })
            .scan(SearchProgress()) { (search, step: SearchProgress.Step) in search.after(step) }
            .hold(SearchProgress())

        let card = combine(search.select(\.weather), unit).map { weather, unit in
            weather.map { WeatherCard($0, in: unit) }
        }
        cityName = card.select { $0?.city ?? "" }
        degrees = card.select { $0?.degrees ?? "" }
        summary = card.select { $0?.summary ?? "" }
        details = card.select { $0?.details ?? [] }
        isLoading = search.select(\.isLoading)
        isTyping = combine(text, search.select(\.question)).select { $0 != $1 }
        message = search.select { $0.problem?.message }
        chart = combine(search.select(\.history), unit).map { TemperatureChart($0, in: $1) }
    }
}
