import Foundation
import MillraceSpecs
import WeatherSearch

final class WeatherScriptSpec: Spec {
    func testSpec() {
        /// What a script answers, and its exit status.
        func run(
            _ lines: String...,
            unit: TemperatureUnit = .celsius,
            asJSON: Bool = false,
            weather: Weather = parisWeather
        ) async -> (lines: [String], exitCode: Int32) {
            var answers: [String] = []
            var script = WeatherScript(asking: Answers(weather: weather), in: unit, asJSON: asJSON) {
                answers.append($0)
            }
            for line in lines { await script.ask(line) }
            return (answers, script.exitCode)
        }

        describe("a script") {
            it("answers each city with a line") {
                let run = await run(" Paris ", "Atlantis", "Paris")
                expect(run.lines).to(
                    equal([
                        "Paris, FR: 17 °C, broken clouds", "Atlantis: There is no city called Atlantis.",
                        "Paris, FR: 17 °C, broken clouds",
                    ])
                )
                expect(run.exitCode).to(equal(0))
            }

            it("goes on where the service cannot be used, and tells it at the end") {
                let run = await run("down", "Paris")
                expect(run.lines).to(equal(["down: There is no network.", "Paris, FR: 17 °C, broken clouds"]))
                expect(run.exitCode).to(equal(69))
            }

            it("passes over a line without a city") {
                await expect { await run("", " \t\r").lines }.to(beEmpty())
            }

            it("shows degrees Fahrenheit") {
                await expect { await run("Paris", unit: .fahrenheit).lines }
                    .to(equal(["Paris, FR: 63 °F, broken clouds"]))
            }

            it("answers in JSON, one object a line, and leaves out what was not measured") {
                await expect { await run("Paris", "Atlantis", asJSON: true).lines }.to(
                    equal([
                        #"{"city":"Paris","country":"FR","description":"broken clouds","humidity":43,"question":"Paris","#
                            + #""temperature":17.4,"time":"2026-05-21T12:01:05Z","unit":"celsius","#
                            + #""windDirection":226,"windSpeed":4.58}"#,
                        #"{"code":"unknown-city","error":"There is no city called Atlantis.","question":"Atlantis"}"#,
                    ])
                )
                var little = parisWeather
                (little.country, little.humidity, little.wind) = (nil, nil, nil)
                await expect { await run("Paris", unit: .fahrenheit, asJSON: true, weather: little).lines }.to(
                    equal([
                        #"{"city":"Paris","description":"broken clouds","question":"Paris","temperature":63.32,"#
                            + #""time":"2026-05-21T12:01:05Z","unit":"fahrenheit"}"#
                    ])
                )
            }

            it("answers on one line, whatever is asked and whatever the service writes") {
                let question = "a\r\nb\u{B}c\u{85}d\u{2028}e\u{2029}f\u{1B}[2J\"\\"
                var weather = parisWeather
                weather.description = "broken\nclouds\u{2028}"
                for asJSON in [false, true] {
                    let lines = await run(question, "Paris", asJSON: asJSON, weather: weather).lines
                    expect(lines).to(haveCount(2))
                    for line in lines {
                        expect(line.unicodeScalars.contains { $0.properties.generalCategory == .control }).to(beFalse())
                        expect(line.contains(where: \.isNewline)).to(beFalse())
                    }
                }
            }

            it("gives a program back exactly what was asked") {
                let question = "a\u{85}d\u{2028}e\u{2029}f\u{1B}\"\\/é"
                let line = await run(question, asJSON: true).lines[0]
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
                expect(object?["question"]).to(equal(question))
            }
        }
    }
}

/// Knows one city, and is down when it is asked for another.
private struct Answers: WeatherService {
    let weather: Weather

    func weather(in city: String) async throws(WeatherError) -> Weather {
        switch city {
        case "Paris": return weather
        case "down": throw .noNetwork
        default: throw .unknownCity(city)
        }
    }
}
