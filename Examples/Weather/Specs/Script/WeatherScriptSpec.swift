import Foundation
import MillraceSpecs
@testable import WeatherSearch

final class WeatherScriptSpec: Spec {
    func testSpec() {
        /// What a script answers, and its exit status.
        func run(
            _ lines: String...,
            for task: WeatherTask = .weather,
            place: Int? = nil,
            unit: TemperatureUnit = .celsius,
            asJSON: Bool = false,
            isRecorded: Bool = false,
            weather: Weather = parisWeather
        ) async -> (lines: [String], exitCode: Int32) {
            var answers: [String] = []
            var options = CommandLineOptions()
            (options.task, options.place, options.unit, options.json) = (task, place, unit, asJSON)
            options.server = isRecorded ? nil : URL(string: HTTPWeatherService.defaultAddress)
            var script = WeatherScript(asking: Answers(weather: weather), options) { answers.append($0) }
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

            it("says in each JSON object that the answer is a recorded one, and only of those") {
                for task in [WeatherTask.weather, .forecast, .places] {
                    for isRecorded in [true, false] {
                        let run = await run("Paris", "Atlantis", for: task, asJSON: true, isRecorded: isRecorded)
                        let objects = run.lines.map { line in
                            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                        }
                        expect(objects.map { $0?["recorded"] as? Bool }).to(
                            equal(isRecorded ? [true, true] : [nil, nil]),
                            description: "\(task)"
                        )
                        expect(objects.map { $0?["question"] as? String }).to(equal(["Paris", "Atlantis"]))
                    }
                }
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

            it("prints what is expected, a line a day, by the place's own calendar") {
                await expect { await run("Paris", for: .forecast).lines }.to(
                    equal([
                        "Paris, FR, Thu 21 May: 10 to 17 °C, broken clouds",
                        "Paris, FR, Fri 22 May: 9 to 18 °C, light rain, rain 40 %, 1.0 mm",
                        "Paris, FR, Sat 23 May: 9 to 18 °C, light rain, rain 80 %, 1.0 mm",
                        "Paris, FR, Sun 24 May: 9 to 18 °C, broken clouds",
                        "Paris, FR, Mon 25 May: 9 to 18 °C, broken clouds",
                        "Paris, FR, Tue 26 May: 9 to 18 °C, broken clouds",
                    ])
                )
                let run = await run("Atlantis", "down", "Paris", for: .forecast, unit: .fahrenheit)
                expect(run.lines.prefix(3)).to(
                    equal([
                        "Atlantis: There is no city called Atlantis.", "down: There is no network.",
                        "Paris, FR, Thu 21 May: 50 to 63 °F, broken clouds",
                    ])
                )
                expect(run.exitCode).to(equal(69))
            }

            it("prints a forecast in JSON by three hours, one object a city") {
                let lines = await run("Paris", for: .forecast, asJSON: true).lines
                expect(lines).to(haveCount(1))
                let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
                let steps = object?["steps"] as? [[String: Any]] ?? []
                expect(object?["question"] as? String).to(equal("Paris"))
                expect(object?["unit"] as? String).to(equal("celsius"))
                expect(object?["secondsFromUTC"] as? Int).to(equal(7200))
                expect(steps).to(haveCount(40))
                expect(steps[8]["time"] as? String).to(equal("2026-05-22T12:00:00Z"))
                expect(steps[8]["probability"] as? Double).to(equal(0.1))
                expect(steps[8]["rain"] as? Double).to(equal(0.26))
                expect(steps[8]["snow"]).to(beNil())
                expect(steps[8]["windGust"] as? Double).to(equal(7.1))
                let fahrenheit = await run("Paris", for: .forecast, unit: .fahrenheit, asJSON: true).lines
                expect(fahrenheit.first).to(contain(#""temperature":62.6,"time":"2026-05-21T12:00:00Z""#))
            }

            it("prints the places of a name, with their numbers") {
                await expect { await run("Paris", "Oslo", "Atlantis", for: .places).lines }.to(
                    equal([
                        "Paris, place 1: Paris, FR (48.8534, 2.3488)",
                        "Paris, place 2: Paris, Texas, US (33.6609, -95.5555)",
                        "Oslo, place 1: Paris, FR (48.8534, 2.3488)",
                        "Atlantis: There is no city called Atlantis.",
                    ])
                )
                await expect { await run("Paris", for: .places, asJSON: true).lines }.to(
                    equal([
                        #"{"places":[{"country":"FR","latitude":48.8534,"longitude":2.3488,"name":"Paris","number":1},"#
                            + #"{"country":"US","latitude":33.6609,"longitude":-95.5555,"name":"Paris","number":2,"#
                            + #""state":"Texas"}],"question":"Paris"}"#
                    ])
                )
            }

            it("takes one of the places by its number, and says where there are not so many") {
                await expect { await run("Paris", place: 2).lines }.to(
                    equal(["Paris, Texas, US: 17 °C, broken clouds"])
                )
                await expect { await run("Paris", place: 2, asJSON: true).lines.first }.to(contain(#""state":"Texas""#))
                await expect { await run("Paris", for: .forecast, place: 1).lines.first }.to(
                    equal("Paris, FR, Thu 21 May: 0 to 7 °C, broken clouds")
                )
                let run = await run("Paris", "Oslo", "Atlantis", place: 3)
                expect(run.lines).to(
                    equal([
                        "Paris: There are only 2 places called Paris.", "Oslo: There is only one place called Oslo.",
                        "Atlantis: There is no city called Atlantis.",
                    ])
                )
                expect(run.exitCode).to(equal(0))
            }

            it("takes the place whose state or country was typed") {
                let answered = await run("Paris, Texas", "Paris, Ohio")
                expect(answered.lines).to(
                    equal([
                        "Paris, Texas, US: 17 °C, broken clouds", "Paris, Ohio: There is no city called Paris, Ohio.",
                    ])
                )
                await expect { await run("Paris, Texas", for: .places).lines }.to(
                    equal(["Paris, Texas, place 1: Paris, Texas, US (33.6609, -95.5555)"])
                )
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

private let parisPlaces = [
    NamedPlace(name: "Paris", country: "FR", latitude: 48.8534, longitude: 2.3488),
    NamedPlace(name: "Paris", state: "Texas", country: "US", latitude: 33.6609, longitude: -95.5555),
]

/// Knows one city, and is down when it is asked for another.
private struct Answers: WeatherService {
    let weather: Weather

    func places(named name: String) async throws(WeatherError) -> [NamedPlace] {
        switch name {
        case "Paris": parisPlaces
        case "Oslo": [parisPlaces[0]]
        case "down": throw .noNetwork
        default: []
        }
    }

    func weather(at location: Location) async throws(WeatherError) -> Weather {
        switch location {
        case .city("Paris"): return weather
        case .city("down"): throw .noNetwork
        case .city(let city): throw .unknownCity(city)
        case .place(let place):
            var weather = weather
            (weather.city, weather.state, weather.country) = (place.name, place.state, place.country)
            return weather
        }
    }

    func forecast(at location: Location) async throws(WeatherError) -> Forecast {
        switch location {
        case .city("Paris"): WeatherSpecs.forecast(in: parisPlaces[0], from: 17)
        case .city("down"): throw .noNetwork
        case .city(let city): throw .unknownCity(city)
        case .place(let place): WeatherSpecs.forecast(in: place, from: 7)
        }
    }
}
