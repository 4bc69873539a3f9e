import Foundation
import LoopbackHTTP
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import TestSupport
import WeatherRecording

@testable import WeatherSearch

/// Replaces numbers in answers with impossible ones, and with what is not a number: each question still has an answer.
final class HostileAnswerSpec: Spec {
    static let numbers = [
        "0", "-0", "-1", "0.5", "1e300", "-1e300", "1e308", "1.7976931348623157e308", "-1.7976931348623157e308",
        "5e-324",
        "1e400", "-1e400", "1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "2147483648", "-2147483649", "1e18", "1e19", "64800", "64801",
        "-64800.5", "253402300799", "253402300799.9", "-62135596801", "99999999999999999999999999999999999999999999",
        "NaN", "nan", "Infinity", "-inf", "null", "true", "\"7\"", "\"\"", "[]", "{}", "1e", "--1", "+1", "0x10",
        "1_000",
        "٣", "",
    ]

    /// The text with some of its numbers exchanged.
    private func damaged(_ text: String, using random: inout SeededGenerator) -> String {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let place = text.ranges(of: /-?[0-9]+(\.[0-9]+)?/).randomElement(using: &random) else { break }
            text.replaceSubrange(place, with: Self.numbers.randomElement(using: &random) ?? "")
        }
        return text
    }

    /// Shows the weather in every way in which it is shown.
    private func show(_ weather: [Weather]) {
        for unit in TemperatureUnit.allCases {
            var canvas = TerminalCanvas(size: TerminalSize(columns: 40, rows: 20))
            let region = TerminalRegion(column: 0, row: 0, columns: 40, rows: 20)
            for weather in weather {
                expect(weather.text(to: "X", in: unit).joined().contains("\n")).to(beFalse())
                let line = weather.json(to: "X", in: unit)
                let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                expect(json?["question"] as? String).to(equal("X"))
                canvas.draw(WeatherCard(weather, in: unit), in: region)
            }
            canvas.draw(TemperatureChart(weather.reduce(WeatherHistory()) { $0.adding($1) }, in: unit), in: region)
        }
    }

    /// Shows a forecast in every way in which it is shown.
    private func show(_ forecast: Forecast) {
        for unit in TemperatureUnit.allCases {
            expect(forecast.text(to: "X", in: unit).joined().contains("\n")).to(beFalse())
            let line = forecast.json(to: "X", in: unit)
            let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            expect(json?["question"] as? String).to(equal("X"), description: line)
            for (columns, rows) in [(120, 16), (40, 5), (20, 1), (7, 9), (0, 0)] {
                var canvas = TerminalCanvas(size: TerminalSize(columns: columns, rows: rows))
                let chart = ForecastChart(forecast, in: unit, showing: rows)
                canvas.draw(chart, in: TerminalRegion(column: 0, row: 0, columns: columns, rows: rows))
            }
        }
    }

    func testSpec() {
        describe("an answer with any numbers") {
            it("is weather or an error, and is shown as such") {
                var random = SeededGenerator(Seed.current)
                let recorded = RecordedAnswers()
                var (good, refused) = (0, 0)
                for _ in Programs(1_000) {
                    let city = recorded.cities.randomElement(using: &random) ?? ""
                    let body = self.damaged(recorded.answer(for: city) ?? "", using: &random)
                    let header = Self.numbers.randomElement(using: &random)
                    let status = [200, 200, 200, 429, 0, -1, .min, .max].randomElement(using: &random) ?? 200
                    do throws(WeatherError) {
                        let headers = header.map { [HTTPHeader("Retry-After", $0)] } ?? []
                        let answer = Response(status, headers: headers, json: body)
                        let service = HTTPWeatherService(over: FunctionTransport { _ in answer })
                        self.show([try await service.weather(at: .city(city))])
                        good += 1
                    } catch {
                        expect(error.message).notTo(beEmpty())
                        refused += 1
                    }
                }
                if Programs.areAll {
                    expect(min(good, refused)).to(beGreaterThan(50), description: "seed \(Seed.current)")
                }
            }
        }

        describe("a forecast and places with any numbers") {
            it("are shown, or are an error") {
                var random = SeededGenerator(Seed.current)
                let reply = RecordedWeather().response(to: "GET", "/geo/1.0/direct", ["q": "Paris", "limit": "5"])
                let body = String(decoding: reply.body, as: UTF8.self)
                var counts = [0, 0, 0, 0]
                for round in Programs(600) {
                    do throws(WeatherError) {
                        if round.isMultiple(of: 2) {
                            let answer = self.damaged(ForecastAnswerSpec.answer(), using: &random)
                            self.show(try ForecastAnswer(answer: Data(answer.utf8)).read())
                        } else {
                            let answer = self.damaged(body, using: &random)
                            let places = try PlacesAnswer(answer: Data(answer.utf8)).read(in: nil)
                            for line in places.text(to: "X", in: .celsius) { expect(line).to(contain("Paris")) }
                        }
                        counts[round % 2] += 1
                    } catch {
                        expect(error.message).notTo(beEmpty())
                        counts[2 + round % 2] += 1
                    }
                }
                if Programs.areAll { expect(counts.min()).to(beGreaterThan(0), description: "seed \(Seed.current)") }
            }

            it("are shown, though no answer can bring them") {
                let numbers = Self.numbers.compactMap(Double.init) + [.nan, .infinity, -.infinity]
                for number in numbers {
                    var step = Forecast.Step(time: Date(timeIntervalSince1970: number), temperature: 1, description: "")
                    self.show(Forecast(city: "X", secondsFromUTC: .max, steps: [step, step]))
                    step = Forecast.Step(time: .distantPast, temperature: number, description: "")
                    (step.probability, step.rain, step.snow) = (number, number, number)
                    step.wind = Weather.Wind(speed: number, direction: number, gust: number)
                    self.show(Forecast(city: "X", steps: [step, .init(time: .now, temperature: 0, description: "")]))
                    let place = NamedPlace(name: "X", latitude: number, longitude: number)
                    let line = [place].json(to: "X", in: .celsius)
                    let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                    expect(json).notTo(beNil(), description: line)
                }
                self.show(Forecast(city: "X", steps: []))
            }
        }

        describe("weather with any numbers") {
            it("is shown, though no answer can bring it") {
                let numbers = Self.numbers.compactMap(Double.init) + [.nan, .infinity, -.infinity]
                let clocks = [Int.min, Int.min + 1, -86_400, -64_801, -64_800, 0, 64_800, 64_801, 1 << 31, .max]
                var all: [Weather] = []
                for (index, number) in numbers.enumerated() {
                    for change in [
                        { $0.temperature = number }, { $0.humidity = number }, { $0.wind = .init(speed: number) },
                        { $0.wind = .init(speed: 1, direction: number) },
                        { $0.time = Date(timeIntervalSince1970: number) },
                        { $0.secondsFromUTC = clocks[index % clocks.count] },
                    ] as [(inout Weather) -> Void] {
                        var weather = parisWeather
                        weather.city = "\(all.count)"
                        change(&weather)
                        self.show([weather, parisWeather])
                        all.append(weather)
                    }
                }
                self.show(all)
            }
        }

        describe("a server") {
            it("may answer with any numbers, and each question has its answer") {
                let bodies = [
                    answer("\"humidity\":43", "\"humidity\":1e300"), answer("7200", "-9223372036854775809"),
                    answer("\"dt\":1779364865", "\"dt\":-1e300"), answer("\"cod\":200", "\"cod\":1e300"),
                ]
                let server = try LoopbackServer { request in
                    .answer(200, bodies[(request.query["q"].flatMap { Int($0) } ?? 0) % bodies.count])
                }
                defer { server.stop() }
                let run = try Run("0", "1", "2", "3", "--base-url", "\(server.baseURL)")
                expect(run.output).to(
                    equal(
                        """
                        Paris, FR: 17 °C, broken clouds
                        Paris, FR: 17 °C, broken clouds
                        2: The answer's dt cannot be read.
                        Paris, FR: 17 °C, broken clouds

                        """
                    )
                )
                expect(run.exitCode).to(equal(69))
            }

            it("may have any numbers in its answer's head") {
                for number in ["0", "-1", "9223372036854775808", "1e300", "nan", ""] {
                    let length = "HTTP/1.1 200 OK\r\nContent-Length: \(number)\r\n\r\n{}"
                    let status = "HTTP/1.1 \(number) OK\r\nContent-Length: 2\r\n\r\n{}"
                    let later = "HTTP/1.1 429 No\r\nRetry-After: \(number)\r\nContent-Length: 2\r\n\r\n{}"
                    for head in [length, status, later] {
                        guard case .failure = try await LoopbackServer.outcome(of: .raw(head)) else {
                            fail("an answer came of \(head)")
                            continue
                        }
                    }
                }
            }
        }
    }
}
