import Foundation
import MillraceSpecs
@testable import WeatherSearch

final class WeatherCardSpec: Spec {
    func testSpec() {
        describe("a card") {
            it("says what is known, in words") {
                let card = WeatherCard(parisWeather, in: .celsius)
                expect(card.city).to(equal("Paris, FR"))
                expect(card.degrees).to(equal("17 °C"))
                expect(card.summary).to(equal("Broken clouds"))
                expect(card.details).to(
                    equal(["Humidity 43 %", "Wind 4.6 m/s from SW", "Observed 2026-05-21 14:01 local time"])
                )
            }

            it("says nothing of what is not known") {
                let time = Date(timeIntervalSince1970: 1_779_364_865)
                let weather = Weather(city: "X", temperature: 0, description: "", time: time)
                let card = WeatherCard(weather, in: .celsius)
                expect(card.city).to(equal("X"))
                expect(card.details).to(equal(["Observed 2026-05-21 12:01 UTC"]))
            }

            it("rounds the humidity and the wind") {
                var weather = parisWeather
                weather.humidity = 43.5
                weather.wind = Weather.Wind(speed: 4.55)
                expect(WeatherCard(weather, in: .celsius).details.prefix(2)).to(
                    equal(["Humidity 44 %", "Wind 4.6 m/s"])
                )
            }

            it("shows the clock of the city, and the universal one where that is none") {
                func time(_ seconds: Int?, _ time: Double = -0.5) -> String? {
                    var weather = parisWeather
                    weather.secondsFromUTC = seconds
                    weather.time = Date(timeIntervalSince1970: time)
                    return WeatherCard(weather, in: .celsius).details.dropFirst(2).first
                }
                expect(time(nil)).to(equal("Observed 1969-12-31 23:59 UTC"))
                expect(time(0)).to(equal("Observed 1969-12-31 23:59 local time"))
                expect(time(64_800)).to(equal("Observed 1970-01-01 17:59 local time"))
                expect(time(-64_800)).to(equal("Observed 1969-12-31 05:59 local time"))
                for seconds in [64_801, -64_801, .min, .max] {
                    expect(time(seconds)).to(equal("Observed 1969-12-31 23:59 UTC"))
                }
                expect(time(nil, 1_791_627_000)).to(equal("Observed 2026-10-10 10:10 UTC"))
                expect(time(nil, 1_767_834_540)).to(equal("Observed 2026-01-08 01:09 UTC"))
                expect(time(nil, 253_402_300_799)).to(equal("Observed 9999-12-31 23:59 UTC"))
                for beyond in [253_402_300_800, -62_135_596_801, 1e300, .nan] { expect(time(nil, beyond)).to(beNil()) }
            }

            it("says all that was measured") {
                var weather = parisWeather
                (weather.feelsLike, weather.pressure, weather.rain, weather.snow) = (16.69, 1000, 2.16, 0)
                weather.wind?.gust = 7.1
                weather.daylight =
                    Date(timeIntervalSince1970: 1_779_336_608)...Date(timeIntervalSince1970: 1_779_391_866)
                expect(WeatherCard(weather, in: .celsius).details).to(
                    equal([
                        "Feels like 17 °C, humidity 43 %, pressure 1000 hPa", "Wind 4.6 m/s from SW, gusts 7.1 m/s",
                        "Rain 2.2 mm in the last hour", "Sun from 06:10 to 21:31",
                        "Observed 2026-05-21 14:01 local time",
                    ])
                )
            }

            it("shows winds in miles an hour beside degrees Fahrenheit") {
                let card = WeatherCard(parisWeather, in: .fahrenheit)
                expect(card.degrees).to(equal("63 °F"))
                expect(card.details).to(contain("Wind 10 mph from SW"))
            }

            it("names the point from which the wind comes") {
                let points: [(Double, String)] = [
                    (0, "N"), (22, "N"), (23, "NE"), (90, "E"), (180, "S"), (337, "NW"), (338, "N"), (360, "N"),
                    (-90, "W"),
                    (765, "NE"),
                ]
                for (degrees, point) in points {
                    var weather = parisWeather
                    weather.wind = Weather.Wind(speed: 1, direction: degrees)
                    expect(WeatherCard(weather, in: .celsius).details).to(contain("Wind 1.0 m/s from \(point)"))
                }
            }
        }

        describe("a unit") {
            it("rounds, and writes no minus before a zero") {
                let cases: [(Double, String, String)] = [
                    (0, "0 °C", "32 °F"), (-0.4, "0 °C", "31 °F"), (-17.8, "-18 °C", "0 °F"), (100, "100 °C", "212 °F"),
                    (-40, "-40 °C", "-40 °F"), (1e300, "1e+300 °C", "1.8e+300 °F"),
                ]
                for (celsius, inCelsius, inFahrenheit) in cases {
                    expect(TemperatureUnit.celsius.text(celsius: celsius)).to(equal(inCelsius))
                    expect(TemperatureUnit.fahrenheit.text(celsius: celsius)).to(equal(inFahrenheit))
                }
            }

            it("switches to and fro") {
                expect(TemperatureUnit.celsius.other).to(equal(.fahrenheit))
                expect(TemperatureUnit.fahrenheit.other).to(equal(.celsius))
            }
        }
    }
}
