/// Asks for one city after the other, and answers each with a line.
public struct WeatherScript<Service: WeatherService> {
    private let service: Service
    private let unit: TemperatureUnit
    private let asJSON: Bool
    private let answer: (String) -> Void

    /// 0; 69, after `sysexits.h`, as soon as the service could not be used for a city.
    public private(set) var exitCode: Int32 = 0

    /// A script that has asked nothing yet.
    ///
    /// - Parameters:
    ///   - service: Where the weather comes from.
    ///   - unit: How temperatures are shown.
    ///   - asJSON: Whether every answer is a JSON object.
    ///   - answer: Called with each answer: one line, whatever was asked.
    public init(
        asking service: Service,
        in unit: TemperatureUnit = .celsius,
        asJSON: Bool = false,
        answer: @escaping (String) -> Void
    ) {
        self.service = service
        self.unit = unit
        self.asJSON = asJSON
        self.answer = answer
    }

    /// Asks for a city, and answers. A line without a city is passed over. A problem ends nothing: it is an answer.
    public mutating func ask(_ line: String) async {
        let city = line.trimmingSpaces
        guard !city.isEmpty else { return }
        let outcome = await outcome(city)
        if case .failure(let problem) = outcome, problem.isServiceUnavailable { exitCode = 69 }
        let line = WeatherAnswerLine(to: city, outcome, in: unit)
        answer(asJSON ? line.json : line.text)
    }

    private func outcome(_ city: String) async -> Result<Weather, WeatherError> {
        do throws(WeatherError) {
            return .success(try await service.weather(in: city))
        } catch {
            return .failure(error)
        }
    }
}
