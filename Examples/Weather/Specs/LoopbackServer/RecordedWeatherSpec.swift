import Foundation
import MillraceSpecs
import WeatherLoopback
import WeatherSearch

final class RecordedWeatherSpec: Spec {
    func testSpec() {
        let answers = RecordedAnswers()

        /// The recorded answer to a request, as its status and its body.
        func answer(_ target: String, method: String = "GET", from weather: RecordedWeather) -> (Int?, String) {
            let request = Request(method: method, target: target)
            guard case .send(let bytes)? = weather.reply(to: request).steps.last else { return (nil, "") }
            let text = String(decoding: bytes, as: UTF8.self)
            let body = text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
            return (Int(text.split(separator: " ")[1]), body)
        }

        func json(_ text: String) -> NSDictionary? {
            try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        }

        describe("the recording") {
            it("can be read, each answer of it, by the service") {
                expect(answers.cities.count >= 36).to(equal(true))
                expect(Set(answers.cities).count).to(equal(answers.cities.count))
                let server = try LoopbackServer(RecordedWeather(answers))
                defer { server.stop() }
                for city in answers.cities {
                    let weather = try await server.service().outcome(city).get()
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
                expect(json(answer("\(path)?q=Oslo", from: weather).1)).to(equal(json(answers.answer(for: "Oslo") ?? "")))
                expect(
                    answer("\(path)?q=Nowhere", from: weather) == (404, #"{"cod":"404","message":"city not found"}"#)
                )
                .to(equal(true))
                expect(answer(path, from: weather).0).to(equal(400))
                expect(answer("/else?q=Oslo", from: weather) == (404, "Nothing here\n")).to(equal(true))
                expect(answer("\(path)?q=Oslo", method: "POST", from: weather).0).to(equal(405))
            }

            it("wants the key, where it was given one") {
                let weather = RecordedWeather(answers, key: "right")
                expect(answer("\(path)?q=Oslo&appid=right", from: weather).0).to(equal(200))
                for query in ["q=Oslo&appid=wrong", "q=Oslo&appid=", "q=Oslo"] {
                    expect(answer("\(path)?\(query)", from: weather).0).to(equal(401), description: query)
                }
            }

            it("fails every so many requests, in two ways by turns") {
                let weather = RecordedWeather(answers, failEvery: 3)
                let statuses = (0..<9).map { _ in answer("\(path)?q=Oslo", from: weather).0 }
                expect(statuses).to(equal([200, 200, 500, 200, 200, nil, 200, 200, 500]))
                for never in [0, -1] {
                    let weather = RecordedWeather(answers, failEvery: never)
                    expect(answer("\(path)?q=Oslo", from: weather).0).to(equal(200))
                }
            }

            it("takes its time, for failures too") {
                let weather = RecordedWeather(answers, latency: .seconds(3), failEvery: 2)
                for _ in 0..<4 {
                    let request = Request(method: "GET", target: path)
                    expect(weather.reply(to: request).steps.first).to(equal(.wait(.seconds(3))))
                }
            }
        }
    }
}
