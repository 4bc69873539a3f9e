/// Where a search stands, as one value: all that the view model shows is a mapping of it.
struct SearchProgress: Equatable {
    /// The last good answer. It stays while another city is looked for, and when that fails.
    private(set) var weather: Weather?
    private(set) var isLoading = false
    /// What was asked for last, whether it has been answered or not.
    private(set) var question = ""
    /// Why the last question has no answer; nil where it has.
    private(set) var problem: WeatherError?
    private(set) var history = WeatherHistory()

    enum Step {
        /// A city is looked for; none where the text is empty.
        case asked(String)
        case answered(Result<Weather?, WeatherError>)
    }

    /// Where the search stands one step later.
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
