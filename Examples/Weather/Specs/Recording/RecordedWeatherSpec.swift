import Foundation
import MillraceSpecs
import LoopbackHTTP
import WeatherRecording
@testable import WeatherSearch

final class RecordedWeatherSpec: Spec {
    func testSpec() {
        let answers = RecordedAnswers()

        /// The recorded answer to a request, as its status and its body.
        func answer(_ target: String, method: String = "GET", from weather: RecordedWeather) -> (Int, String) {
            let request = ReceivedRequest(method: method, target: target)
            let response = weather.response(to: request.method, request.path, request.query)
            return (response.status, String(decoding: response.body, as: UTF8.self))
        }

        func json(_ text: String) -> NSDictionary? {
            try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        }

        func json(list text: String) -> NSArray? {
            try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSArray
        }

        describe("the recording") {
            it("can be read, each answer of it, by the service") {
                expect(answers.cities.count >= 36).to(equal(true))
                expect(Set(answers.cities).count).to(equal(answers.cities.count))
                let service = HTTPWeatherService(over: RecordedWeather(answers).transport())
                for city in answers.cities {
                    let weather = try await service.outcome(city).get()
                    let words = city.split(separator: ",").map(String.init)
                    expect(weather.city).to(equal(words.first))
                    expect(weather.country).to(equal(words.last))
                    expect(weather.humidity).notTo(beNil(), description: city)
                    expect(weather.wind?.direction).notTo(beNil(), description: city)
                }
            }

            it("knows a city whatever the case, the accents and the blanks, with and without its country") {
                let paris = answers.answer(for: "Paris,FR")
                expect(answers.answer(for: "Springfield,oregon,US")).to(contain(#""id":5754005"#))
                expect(answers.answer(for: "Munich")).to(equal(answers.answer(for: "München")))
                expect(paris).notTo(beNil())
                for city in ["Paris", "PARIS", " paris ", "paris,fr", "Paris, FR", "Pàris"] {
                    expect(answers.answer(for: city)).to(equal(paris), description: city)
                }
                expect(answers.answer(for: "Paris,US")).notTo(equal(paris))
                expect(answers.answer(for: "Paris,US")).notTo(beNil())
                for city in ["SAO PAULO", "Sa\u{303}o Paulo", "são paulo,br", "istanbul"] {
                    expect(answers.answer(for: city)).notTo(beNil(), description: city)
                }
            }

            it("knows no city by a part of its name") {
                for city in ["Par", "Paris,", "York", "Paris,DE", "Paris,FR,75", "", ","] where city != "Paris," {
                    expect(answers.answer(for: city)).to(beNil(), description: city)
                }
            }
        }

        describe("the handler") {
            let path = "/data/2.5/weather"

            it("answers as the service does") {
                let weather = RecordedWeather(answers)
                expect(answer("\(path)?q=Oslo&units=metric", from: weather).0).to(equal(200))
                expect(json(answer("\(path)?q=Oslo", from: weather).1)).to(
                    equal(json(answers.answer(for: "Oslo") ?? ""))
                )
                expect(
                    answer("\(path)?q=Nowhere", from: weather) == (404, #"{"cod":"404","message":"city not found"}"#)
                )
                .to(equal(true))
                expect(answer(path, from: weather).0).to(equal(400))
                expect(answer("/else?q=Oslo", from: weather) == (404, "Nothing here\n")).to(equal(true))
                expect(answer("\(path)?q=Oslo", method: "POST", from: weather).0).to(equal(405))
            }

            it("answers in the asked language: words and names; in English and the places' own where it has none") {
                expect(answers.languages).to(equal(["de", "es", "fr", "ja", "pt_br"]))
                func ask(_ city: String, _ language: String?) async throws -> Weather {
                    let transport = RecordedWeather(answers).transport()
                    return try await HTTPWeatherService(over: transport, language: language).outcome(city).get()
                }
                let words = [
                    "de": "Überwiegend bewölkt", "es": "muy nuboso", "fr": "nuageux", "ja": "曇りがち",
                    "pt_br": "nublado", "xx": "broken clouds",
                ]
                for (language, text) in words {
                    await expect { try await ask("Paris", language).description }.to(equal(text), description: language)
                }
                await expect { try await ask("Roma", "pt_br").city }.to(equal("Roma"))
                await expect { try await ask("Roma", "de").city }.to(equal("Rom"))
                await expect { try await ask("Roma", "xx").city }.to(equal("Roma"))
                await expect { try await ask("Rome", nil).city }.to(equal("Roma"))
            }

            it("has words for every condition in every language, in the forecasts too") {
                let weather = RecordedWeather(answers)
                func words(_ city: String, _ kind: String, _ language: String) -> Set<String> {
                    let name = city.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                    let answer = answer("/data/2.5/\(kind)?q=\(name)\(language)", from: weather).1
                    return Set(answer.matches(of: /"description":"([^"]*)"/).map { String($0.1) })
                }
                let conditions = Dictionary(answers.cities.map { (words($0, "weather", ""), $0) }) { first, _ in first }
                expect(conditions.count).to(equal(19))
                let questions =
                    conditions.values.map { ($0, "weather") } + [("Oslo", "forecast"), ("Tromsø", "forecast")]
                for (city, kind) in questions {
                    let english = words(city, kind, "")
                    expect(english).toNot(beEmpty(), description: city)
                    for language in answers.languages {
                        let other = words(city, kind, "&lang=\(language)")
                        expect(other).to(haveCount(english.count), description: "\(language) \(city)")
                        expect(other.intersection(english)).to(beEmpty(), description: "\(language) \(city)")
                    }
                }
            }

            it("expects something everywhere, for five days by three hours, the same each time") {
                let service = HTTPWeatherService(over: RecordedWeather(answers).transport())
                for city in ["Paris", "London,CA", "Tromsø", "Springfield,Oregon,US", "New Delhi", "Auckland"] {
                    let forecast = try await service.forecast(at: .city(city))
                    let again = try await service.forecast(at: .city(city))
                    expect(forecast).to(equal(again))
                    expect(forecast.city).to(equal(city.split(separator: ",").first.map(String.init)))
                    let times = forecast.steps.map(\.time.timeIntervalSince1970)
                    expect(times).to(haveCount(40))
                    expect(Set(zip(times, times.dropFirst()).map { $1 - $0 })).to(equal([10_800]))
                    let weather = try await service.weather(at: .city(city))
                    expect(forecast.steps[0].time).to(beGreaterThan(weather.time))
                    expect(forecast.steps[0].time).to(beLessThan(weather.time + 10_801))
                }
            }

            it("is warmest in the afternoon by the city's own clock, and wet on the second day") {
                let service = HTTPWeatherService(over: RecordedWeather(answers).transport())
                for city in ["Tokyo", "Paris", "San Francisco"] {
                    let forecast = try await service.forecast(at: .city(city))
                    let clock = Double(forecast.secondsFromUTC ?? 0)
                    let hours = forecast.steps.prefix(8).map { step in
                        (
                            step.temperature,
                            (step.time.timeIntervalSince1970 + clock).truncatingRemainder(dividingBy: 86_400)
                        )
                    }
                    let warmest = hours.max { $0.0 < $1.0 }?.1 ?? 0
                    expect(warmest / 3600).to(beGreaterThan(12), description: city)
                    expect(warmest / 3600).to(beLessThan(19), description: city)
                    expect(forecast.steps[8..<16].contains { ($0.rain ?? 0) > 0 }).to(beTrue(), description: city)
                }
            }

            it("finds places by their name, no more than are wanted, and weather by where they are") {
                let service = HTTPWeatherService(over: RecordedWeather(answers).transport())
                let places = try await service.places(named: "springfield")
                expect(places.map(\.state)).to(equal(["Illinois", "Missouri", "Massachusetts", "Oregon"]))
                for place in places {
                    let weather = try await service.weather(at: .place(place))
                    expect(weather.cityName).to(equal(place.title))
                    let forecast = try await service.forecast(at: .place(place))
                    expect(forecast.cityName).to(equal(place.title))
                }
                expect(Set(places.map(\.latitude)).count).to(equal(4))
                await expect { try await service.places(named: "Oslo").map(\.title) }.to(equal(["Oslo, NO"]))
                await expect { try await service.places(named: "Nowhere") }.to(beEmpty())
                await expect { try await service.places(named: "") }.to(throwError(WeatherError.badQuestion("")))
                for (limit, count) in [("", 1), ("&limit=3", 3), ("&limit=9", 4), ("&limit=-1", 0), ("&limit=x", 1)] {
                    let list = json(
                        list: answer("/geo/1.0/direct?q=Springfield\(limit)", from: RecordedWeather(answers)).1
                    )
                    expect(list?.count).to(equal(count), description: limit)
                }
                let nowhere = NamedPlace(name: "X", latitude: 0, longitude: 0)
                await expect { try await service.weather(at: .place(nowhere)) }.to(
                    throwError(WeatherError.unknownCity("X"))
                )
            }

            it("wants the key, where it was given one") {
                let weather = RecordedWeather(answers, key: "right")
                expect(answer("\(path)?q=Oslo&appid=right", from: weather).0).to(equal(200))
                for query in ["q=Oslo&appid=wrong", "q=Oslo&appid=", "q=Oslo"] {
                    expect(answer("\(path)?\(query)", from: weather).0).to(equal(401), description: query)
                }
            }

            it("fails every so many requests, in two ways by turns") {
                func codes(_ failEvery: Int) async -> [String] {
                    let service = HTTPWeatherService(over: RecordedWeather(answers).transport(failEvery: failEvery))
                    var codes: [String] = []
                    for _ in 0..<9 {
                        switch await service.outcome("Oslo") {
                        case .success: codes.append("good")
                        case .failure(let error): codes.append(error.code)
                        }
                    }
                    return codes
                }
                await expect { await codes(3) }.to(
                    equal([
                        "good", "good", "server-failure", "good", "good", "broken-answer", "good", "good",
                        "server-failure",
                    ])
                )
                for never in [0, -1] {
                    await expect { await Set(codes(never)) }.to(equal(["good"]))
                }
            }

            it("takes its time") {
                let transport = RecordedWeather(answers).transport(latency: .seconds(3600))
                let service = HTTPWeatherService(key: APIKey("key"), timeLimit: .milliseconds(10), over: transport)
                await expect { await service.outcome("Oslo") }.to(
                    equal(.failure(.timedOut(after: .milliseconds(10))))
                )
            }
        }
    }
}
