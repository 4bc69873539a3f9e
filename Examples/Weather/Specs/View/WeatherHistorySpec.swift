import Foundation
import MillraceSpecs
@testable import WeatherSearch

final class WeatherHistorySpec: Spec {
    func testSpec() {
        describe("a history") {
            it("has the latest city first, and each once") {
                let history = history([("A", 1), ("B", 2), ("A", 3)])
                expect(history.entries.map(\.city)).to(equal(["A", "B"]))
                expect(history.entries.map(\.temperature)).to(equal([3, 2]))
            }

            it("tells cities of one name apart by their countries") {
                var there = parisWeather
                there.country = "US"
                expect(WeatherHistory().adding(parisWeather).adding(there).entries).to(equal([there, parisWeather]))
            }

            it("keeps no more than its limit") {
                let history = history((0..<60).map { ("\($0)", 0) })
                expect(history.entries.map(\.city)).to(equal((10..<60).reversed().map { "\($0)" }))
            }
        }

        describe("a chart") {
            func ranges(_ temperatures: Double...) -> [ClosedRange<Double>] {
                TemperatureChart(history(temperatures.map { ("\($0)", $0) }), in: .celsius).bars.map(\.range)
            }

            it("has one scale for all, with 0 °C in it") {
                expect(ranges(20, 10)).to(equal([0...0.5, 0...1]))
                expect(ranges(-10, -20)).to(equal([0...1, 0.5...1]))
                expect(ranges(-10, 30)).to(equal([0.25...1, 0...0.25]))
                expect(ranges(0)).to(equal([0...0]))
                expect(ranges()).to(beEmpty())
            }

            it("has frost below 0 °C, and not at it") {
                let chart = TemperatureChart(history([("A", -0.1), ("B", 0), ("C", 0.1)]), in: .celsius)
                expect(chart.bars.map(\.isFrost)).to(equal([false, false, true]))
            }

            it("has the same bars in either unit") {
                let history = history([("A", -5), ("B", 15)])
                let (celsius, fahrenheit) = (
                    TemperatureChart(history, in: .celsius), TemperatureChart(history, in: .fahrenheit)
                )
                expect(celsius.bars.map(\.range)).to(equal(fahrenheit.bars.map(\.range)))
                expect(celsius.bars.map(\.isFrost)).to(equal([false, true]))
                expect(fahrenheit.bars.map(\.degrees)).to(equal(["59 °F", "23 °F"]))
            }
        }
    }
}

/// A history of cities and their temperatures, the first first.
func history(_ cities: [(String, Double)]) -> WeatherHistory {
    cities.reduce(WeatherHistory()) { history, city in
        let time = Date(timeIntervalSince1970: 0)
        return history.adding(Weather(city: city.0, temperature: city.1, description: "mist", time: time))
    }
}
