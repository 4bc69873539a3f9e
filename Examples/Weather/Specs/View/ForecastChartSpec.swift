import Foundation
import MillraceSpecs
@testable import WeatherSearch

final class ForecastChartSpec: Spec {
    func testSpec() {
        /// A forecast by three hours, from a time in seconds since 1970.
        func forecast(_ temperatures: [Double], from start: Double = 0, clock: Int? = 0) -> Forecast {
            let steps = temperatures.enumerated().map { index, temperature in
                let time = Date(timeIntervalSince1970: start + Double(index) * 10_800)
                return Forecast.Step(time: time, temperature: temperature, description: "mist")
            }
            return Forecast(city: "X", secondsFromUTC: clock, steps: steps)
        }
        func chart(_ forecast: Forecast, in unit: TemperatureUnit = .celsius, showing hour: Int = 0) -> ForecastChart {
            ForecastChart(forecast, in: unit, showing: hour)
        }

        describe("a forecast's chart") {
            it("has one scale from the coldest to the warmest, the same in either unit") {
                let some = forecast([5, -5, 15, 10])
                expect(chart(some).hours.map(\.level)).to(equal([0.5, 0, 1, 0.75]))
                expect(chart(some, in: .fahrenheit).hours.map(\.level)).to(equal([0.5, 0, 1, 0.75]))
                expect([chart(some).coldest, chart(some).warmest]).to(equal(["-5 °C", "15 °C"]))
                expect(chart(some, in: .fahrenheit).warmest).to(equal("59 °F"))
                expect(chart(forecast([7, 7])).hours.map(\.level)).to(equal([0, 0]))
            }

            it("has frost below 0 °C, and not at it") {
                expect(chart(forecast([-0.1, 0, 0.1])).hours.map(\.isFrost)).to(equal([true, false, false]))
            }

            it("has the days of the city's own calendar, each with its hours") {
                // 21 May 2026, 12:00 universal time.
                let noon = 1_779_364_800.0
                func days(_ clock: Int?) -> [String] {
                    chart(forecast(Array(repeating: 1, count: 8), from: noon, clock: clock)).days.map {
                        "\($0.names[2]) \($0.hours)"
                    }
                }
                expect(days(0)).to(equal(["Thu 21 0..<4", "Fri 22 4..<8"]))
                expect(days(7200)).to(equal(["Thu 21 0..<4", "Fri 22 4..<8"]))
                expect(days(12 * 3600)).to(equal(["Fri 22 0..<8"]))
                expect(days(-9 * 3600)).to(equal(["Thu 21 0..<7", "Fri 22 7..<8"]))
                expect(days(nil)).to(equal(days(0)))
                expect(chart(forecast([1], clock: nil)).clock).to(equal("UTC"))
                expect(chart(forecast([1], clock: 3600)).clock).to(equal("local time"))
            }

            it("begins no day anew where a month does, and tells days of one number apart") {
                // 31 December 2025, 21:00, and a month later.
                let chart = chart(forecast([1, 1], from: 1_767_214_800))
                expect(chart.days.map(\.names)).to(
                    equal([
                        ["Wednesday 31 Dec", "Wed 31 Dec", "Wed 31", "Wed", "We", "W"],
                        ["Thursday 1 Jan", "Thu 1 Jan", "Thu 1", "Thu", "Th", "T"],
                    ])
                )
            }

            it("says what is expected in the hours that are shown, the nearest that there are") {
                var some = forecast([1, 2], from: 1_779_364_800, clock: 7200)
                some.steps[1].description = "light rain"
                (some.steps[1].probability, some.steps[1].rain) = (0.805, 2.16)
                some.steps[1].wind = Weather.Wind(speed: 4.58, direction: 226)
                expect(chart(some, showing: 1).words).to(
                    equal([
                        "Thu 21 May 17:00  2 °C, light rain, rain 81 %, 2.2 mm, wind 4.6 m/s from SW",
                        "Thu 21 May 17:00  2 °C, light rain, rain 81 %, 2.2 mm", "Thu 21 17:00  2 °C, light rain, 81 %",
                        "Thu 21 17:00  2 °C, rain 81 %, 2.2 mm", "Thu 17:00  2 °C, 81 %", "Thu 17:00  2 °C",
                        "17:00 2 °C",
                    ])
                )
                for (hour, shown) in [(-1, 0), (0, 0), (1, 1), (2, 1), (.max, 1), (.min, 0)] {
                    expect(chart(some, showing: hour).shown).to(equal(shown))
                }
            }

            it("names snow where there is more of it than rain, and neither where it stays dry") {
                func words(_ probability: Double?, _ rain: Double?, _ snow: Double?) -> String {
                    var some = forecast([1])
                    (some.steps[0].probability, some.steps[0].rain, some.steps[0].snow) = (probability, rain, snow)
                    return chart(some).words[1].replacing("Thu 1 Jan 00:00  1 °C, mist", with: "")
                }
                expect(words(nil, nil, nil)).to(equal(""))
                expect(words(0, 0, 0)).to(equal(""))
                expect(words(0.5, nil, nil)).to(equal(", rain 50 %"))
                expect(words(0.5, 0.1, 0.2)).to(equal(", snow 50 %, 0.3 mm"))
                expect(words(0.5, 0.2, 0.1)).to(equal(", rain 50 %, 0.3 mm"))
                expect(words(nil, 0.2, nil)).to(equal(", rain 0.2 mm"))
            }

            it("takes an amount for certain where nobody says how likely it is") {
                var some = forecast([1, 1, 1])
                (some.steps[0].rain, some.steps[1].snow, some.steps[2].probability) = (0.2, 0.2, 0.3)
                expect(chart(some).hours.map(\.probability)).to(equal([1, 1, 0.3]))
            }

            it("may be that of nothing, or of numbers that nobody can have measured") {
                expect(chart(forecast([])).hours).to(beEmpty())
                expect(chart(forecast([])).words).to(beEmpty())
                expect(chart(forecast([]), showing: 3).shown).to(equal(0))
                for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
                    var some = forecast([number, 1], from: number.isFinite ? 0 : number)
                    some.steps[0].probability = number
                    for hours in chart(some).hours {
                        expect(0...1 ~= hours.level).to(beTrue())
                        expect(0...1 ~= hours.probability).to(beTrue())
                    }
                }
            }
        }
    }
}
