/// The progress of a search as one value, from which everything that the view model shows is mapped.
struct SearchProgress: Equatable {
    /// The last good answer. It stays during the next search, and if that fails.
    private(set) var weather: Weather?
    /// The forecast for the same city; nil until it has arrived.
    private(set) var forecast: Forecast?
    /// The number of the forecast's step that is shown in words.
    private(set) var hour = 0
    /// The last text that was asked for, whether it has been answered or not.
    private(set) var question = ""
    /// The places that have the name, if there are several.
    private(set) var places: [NamedPlace] = []
    /// The number of the place that is marked in the list, or was chosen.
    private(set) var choice = 0
    /// Whether one of the places is to be chosen.
    private(set) var isChoosing = false
    /// The error of the last request; nil if there is none.
    private(set) var problem: WeatherError?
    /// The error of the last request for a forecast; nil if there is none.
    private(set) var forecastProblem: WeatherError?
    private(set) var history = WeatherHistory()

    enum Step {
        case asked(SearchRequest)
        case answered(Result<SearchAnswer, WeatherError>)
        /// A forecast arrived, or failed; none where none was asked for.
        case expected(Result<Forecast?, WeatherError>)
        /// Another line of the list, or another step of the forecast: so many down, or later.
        case moved(Int)
    }

    /// The progress after one more step.
    func after(_ step: Step) -> SearchProgress {
        var next = self
        switch step {
        case .asked(let request): next.ask(request)
        case .answered(.success(let answer)): next.show(answer)
        case .answered(.failure(let problem)): next.problem = problem
        case .expected(.success(let forecast?)): (next.forecast, next.forecastProblem) = (forecast, nil)
        case .expected(.success(nil)): break
        case .expected(.failure(let problem)): (next.forecast, next.forecastProblem) = (nil, problem)
        case .moved(let lines): next.move(lines)
        }
        return next
    }

    private mutating func ask(_ request: SearchRequest) {
        problem = nil
        isChoosing = false
        switch request {
        case .city(let text):
            question = text
            (places, choice) = ([], 0)
        case .place(let place): choice = places.firstIndex(of: place) ?? choice
        case .places: isChoosing = !places.isEmpty
        }
    }

    private mutating func show(_ answer: SearchAnswer) {
        switch answer {
        case .nothing where question.isEmpty: (weather, forecast, forecastProblem) = (nil, nil, nil)
        case .nothing: break
        case .places(let places): (self.places, isChoosing) = (places, true)
        case .weather(let weather, _):
            if forecast?.cityName != weather.cityName { (forecast, hour) = (nil, 0) }
            (self.weather, forecastProblem) = (weather, nil)
            history = history.adding(weather)
        }
    }

    private mutating func move(_ lines: Int) {
        let lines = min(max(lines, -1000), 1000)
        if isChoosing {
            choice = min(max(choice + lines, 0), places.count - 1)
        } else {
            hour = min(max(hour + lines, 0), max(0, (forecast?.steps.count ?? 0) - 1))
        }
    }
}

extension SearchProgress {
    /// The place that is marked in the list, or was chosen from it; nil where the name has only one.
    var place: NamedPlace? { places.isEmpty ? nil : places[choice] }
}
