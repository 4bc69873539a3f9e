import Foundation

/// OpenWeatherMap's answer to a question for the forecast, as far as it is used here. What may be missing in a good
/// answer is nil where it cannot be read, too.
struct ForecastAnswer: Decodable {
    let list: [Step]
    let city: City

    struct City: Decodable {
        let name: String
        @IfReadable var country: String?
        @IfReadable var timezone: Double?
    }

    struct Step: Decodable {
        let dt: Double
        let main: WeatherAnswer.Main
        let weather: [WeatherAnswer.Condition]
        @IfReadable var pop: Double?
        @IfReadable var rain: WeatherAnswer.Fall?
        @IfReadable var snow: WeatherAnswer.Fall?
        @IfReadable var wind: WeatherAnswer.Wind?
    }

    /// Five days by three hours. A longer answer is cut.
    private static let longest = 40

    /// What the answer says, in the order of time. Fails where it expects nothing, and where a number that must
    /// be there is no measurement.
    func read() throws(WeatherError) -> Forecast {
        guard !list.isEmpty else { throw .lacks(field: "list[0]") }
        var steps: [Forecast.Step] = []
        for (index, step) in list.prefix(Self.longest).enumerated() {
            steps.append(try step.read("list[\(index)]"))
        }
        let clock = city.timezone?.within(Measurable.secondsFromUTC)?.rounded()
        return Forecast(
            city: city.name,
            country: city.country,
            secondsFromUTC: clock.map { Int($0) },
            steps: steps.sorted { $0.time < $1.time }
        )
    }
}

extension ForecastAnswer.Step {
    /// - Parameter field: The name of the step in the answer.
    fileprivate func read(_ field: String) throws(WeatherError) -> Forecast.Step {
        guard let condition = weather.first else { throw .lacks(field: "\(field).weather[0]") }
        let time = try dt.measured(Measurable.time, "\(field).dt")
        var step = Forecast.Step(
            time: Date(timeIntervalSince1970: time),
            temperature: try main.temp.measured(Measurable.temperature, "\(field).main.temp"),
            description: condition.description
        )
        step.probability = pop?.within(Measurable.probability)
        step.rain = rain?.threeHours?.within(Measurable.precipitation)
        step.snow = snow?.threeHours?.within(Measurable.precipitation)
        step.wind = wind?.read
        return step
    }
}
