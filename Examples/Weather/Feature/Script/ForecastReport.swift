import Foundation
import MillraceTerminal

extension Forecast: WeatherReport {
    /// A line a day: "Paris, FR, Fri 22 May: 9 to 17 °C, light rain, rain 80 %, 2.2 mm".
    func text(to question: String, in unit: TemperatureUnit) -> [String] {
        let clock = LocalClock(secondsFromUTC: secondsFromUTC)
        var days: [(day: LocalClock.Day, steps: [Step])] = []
        for step in steps {
            let day = clock.day(step.time)
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].steps.append(step)
        }
        return days.map { day, steps in
            "\(cityName), \(day.short) \(day.month): \(Self.text(steps, in: unit))".oneLine
        }
    }

    /// "9 to 17 °C, light rain, rain 80 %, 2.2 mm"
    private static func text(_ steps: [Step], in unit: TemperatureUnit) -> String {
        let temperatures = steps.map(\.temperature)
        let (low, high) = (temperatures.min() ?? 0, temperatures.max() ?? 0)
        let coldest = unit.degrees(celsius: low).wholeText
        // The wettest hours say most about a day; of dry ones those in its middle do.
        let wettest = steps.max { ($0.probability ?? 0) < ($1.probability ?? 0) }
        let telling = (wettest?.probability ?? 0) > 0 ? wettest : steps[steps.count / 2]
        var day = Step(time: steps[0].time, temperature: high, description: telling?.description ?? "")
        day.probability = steps.compactMap(\.probability).max()
        day.rain = steps.compactMap(\.rain).reduce(0, +)
        day.snow = steps.compactMap(\.snow).reduce(0, +)
        let parts = ["\(coldest) to \(unit.text(celsius: high))", day.description, day.fallText]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    func object(in unit: TemperatureUnit) -> JSONLine {
        let steps = steps.map { step -> JSONLine in
            [
                "time": step.time, "temperature": unit.degrees(celsius: step.temperature).hundredths,
                "description": step.description, "probability": step.probability, "rain": step.rain, "snow": step.snow,
                "windSpeed": step.wind?.speed, "windDirection": step.wind?.direction, "windGust": step.wind?.gust,
            ]
        }
        return [
            "city": city, "state": state, "country": country, "unit": unit.rawValue,
            "secondsFromUTC": secondsFromUTC, "steps": steps,
        ]
    }
}
