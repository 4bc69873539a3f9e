import Foundation

/// A forecast made up from a recorded answer: five days by three hours, each time the same.
///
/// The days go on as the recorded one was: warmest in the afternoon, by the city's clock; the second one brings rain,
/// or snow where it is cold, the fourth the clearest sky.
struct RecordedForecast {
    private let answer: [String: Any]

    init(_ answer: [String: Any]) {
        self.answer = answer
    }

    /// The forecast in the service's format.
    ///
    /// - Parameter words: The words for a condition in the asked language; nil for the English ones.
    func answer(named name: String, country: String, words: (Int) -> String?) -> [String: Any] {
        let observed = answer["dt"] as? Int ?? 0
        let start = (observed / Self.step + 1) * Self.step
        let steps = (0..<40).map { step(at: start + $0 * Self.step, day: $0 / 8, words) }
        return [
            "cod": "200", "message": 0, "cnt": steps.count, "list": steps,
            "city": [
                "id": answer["id"] ?? 0, "name": name, "coord": answer["coord"] ?? [:], "country": country,
                "timezone": clock,
            ],
        ]
    }

    private static let step = 3 * 3600
    /// How much warmer it is than on average, in the eight parts of a day that begins at midnight.
    private static let course = [-2.9, -3.8, -3.1, -0.6, 2.2, 3.9, 3.4, 0.9]
    /// How much warmer each day is than the recorded one.
    private static let days = [0.0, -2.6, -3.4, 0.7, 2.1, 1.2]
    /// How likely it is to rain on each day, and how much falls in three hours.
    private static let rain = [(0.1, 0.0), (0.85, 2.4), (0.4, 0.6), (0.0, 0.0), (0.0, 0.0), (0.2, 0.0)]

    private var clock: Int { answer["timezone"] as? Int ?? 0 }

    private var temperature: Double { (answer["main"] as? [String: Any])?["temp"] as? Double ?? 0 }

    private func part(of time: Int) -> Int { ((time + clock) / Self.step % 8 + 8) % 8 }

    private func step(at time: Int, day: Int, _ words: (Int) -> String?) -> [String: Any] {
        let now = Self.course[part(of: answer["dt"] as? Int ?? 0)]
        let hot = Self.course[part(of: time)]
        let temperature = rounded(temperature - now + hot + Self.days[day])
        // It rains most where it is warmest.
        let (probability, amount) = Self.rain[day]
        let share = rounded((hot + 3.8) / 7.7)
        let chance = rounded(probability * share)
        let fall = chance < 0.2 ? 0 : rounded(amount * share)
        let isSnow = temperature < 1
        let condition = condition(fall: fall, isSnow: isSnow, chance: chance)
        var step: [String: Any] = [
            "dt": time, "pop": chance,
            "main": ["temp": temperature, "feels_like": rounded(temperature - 0.8), "pressure": 1012, "humidity": 60],
            "weather": [["id": condition.id, "description": words(condition.id) ?? condition.words]],
            "wind": ["speed": rounded(2.5 + share), "deg": 40 * day + 190, "gust": rounded(5.5 + share)],
        ]
        if fall > 0 { step[isSnow ? "snow" : "rain"] = ["3h": fall] }
        return step
    }

    private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    private func condition(fall: Double, isSnow: Bool, chance: Double) -> (id: Int, words: String) {
        switch (fall, isSnow, chance) {
        case (0.01..., true, _): (600, "light snow")
        case (1.5..., _, _): (501, "moderate rain")
        case (0.01..., _, _): (500, "light rain")
        case (_, _, 0.2...): (804, "overcast clouds")
        case (_, _, 0.01...): (802, "scattered clouds")
        default: (800, "clear sky")
        }
    }
}
