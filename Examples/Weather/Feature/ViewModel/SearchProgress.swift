/// The progress of a search as one value, from which everything that the view model shows is mapped.
struct SearchProgress: Equatable {
    /// The last good answer. It stays during the next search, and if that fails.
    private(set) var weather: Weather?
    private(set) var isLoading = false
    /// The last request, whether it has been answered or not.
    private(set) var question = ""
    /// The error of the last request; nil if there is none.
    private(set) var problem: WeatherError?
    private(set) var history = WeatherHistory()

    enum Step {
        /// A city is looked for; none where the text is empty.
        case asked(String)
        case answered(Result<Weather?, WeatherError>)
    }

    /// The progress after one more step.
    func after(_ step: Step) -> SearchProgress {
        var next = self
        switch step {
        case .asked(let text):
            next.isLoading = !text.isEmpty
            next.question = text
            next.problem = nil
        case .answered(.success(let weather)):
            next.isLoading = false
            next.weather = weather
            if let weather { next.history = history.adding(weather) }
        case .answered(.failure(let problem)):
            next.isLoading = false
            next.problem = problem
        }
        return next
    }
}
