import Foundation
import MillraceSpecs

@testable import WeatherSearch

final class ForecastAnswerSpec: Spec {
    /// An answer with two steps, with some of its text exchanged.
    static func answer(_ old: String = "", _ new: String = "") -> String {
        let good = #"""
            {"cod":"200","message":0,"cnt":2,"list":[
            {"dt":1779375600,"main":{"temp":18.5,"feels_like":18,"pressure":1015,"humidity":60},
            "weather":[{"id":500,"main":"Rain","description":"light rain","icon":"10n"}],"clouds":{"all":100},
            "wind":{"speed":1.97,"deg":120,"gust":3.33},"visibility":10000,"pop":0.32,"rain":{"3h":0.26},
            "sys":{"pod":"n"},"dt_txt":"2026-05-21 15:00:00"},
            {"dt":1779364800,"main":{"temp":-1.5},"weather":[{"description":"snow"}],"snow":{"3h":1.5}}],
            "city":{"id":2988507,"name":"Paris","coord":{"lat":48.85,"lon":2.35},"country":"FR","timezone":7200,
            "sunrise":1779336608,"sunset":1779391866}}
            """#
        precondition(old.isEmpty || good.contains(old), "the answer has no \(old)")
        return good.replacingOccurrences(of: old, with: new)
    }

    func testSpec() {
        func read(_ json: String) throws -> Forecast { try ForecastAnswer(answer: Data(json.utf8)).read() }

        describe("a forecast in an answer") {
            it("is read with all that it says, in the order of time") {
                let times = [1_779_364_800, 1_779_375_600].map { Date(timeIntervalSince1970: $0) }
                var first = Forecast.Step(time: times[0], temperature: -1.5, description: "snow")
                first.snow = 1.5
                var second = Forecast.Step(time: times[1], temperature: 18.5, description: "light rain")
                (second.probability, second.rain) = (0.32, 0.26)
                second.wind = Weather.Wind(speed: 1.97, direction: 120, gust: 3.33)
                let whole = Forecast(city: "Paris", country: "FR", secondsFromUTC: 7200, steps: [first, second])
                expect(try read(Self.answer())).to(equal(whole))
            }

            it("may lack what need not be there") {
                let small =
                    #"{"list":[{"dt":0,"main":{"temp":1},"weather":[{"description":"mist"}]}],"city":{"name":"X"}}"#
                let step = Forecast.Step(time: Date(timeIntervalSince1970: 0), temperature: 1, description: "mist")
                expect(try read(small)).to(equal(Forecast(city: "X", steps: [step])))
            }

            it("is refused by the name of what it lacks, or of what cannot be read") {
                let cases: [(String, String, WeatherError)] = [
                    (#""temp":-1.5"#, "", .lacks(field: "list[1].main.temp")),
                    (#""temp":-1.5"#, #""temp":-300"#, .unreadable(field: "list[1].main.temp")),
                    (#""dt":1779364800"#, #""dt":1e300"#, .unreadable(field: "list[1].dt")),
                    (#"[{"description":"snow"}]"#, "[]", .lacks(field: "list[1].weather[0]")),
                    (#""name":"Paris","#, "", .lacks(field: "city.name")),
                    (#""list":["#, #""others":["#, .lacks(field: "list")),
                ]
                for (old, new, error) in cases {
                    expect { try read(Self.answer(old, new)) }.to(throwError(error), description: "\(old) \(new)")
                }
                expect { try read(#"{"list":[],"city":{"name":"X"}}"#) }.to(
                    throwError(WeatherError.lacks(field: "list[0]"))
                )
            }

            it("is read without what need not be there and cannot be read") {
                let cases: [(String, String, (Forecast) -> Any?)] = [
                    (#""pop":0.32"#, #""pop":1.01"#, { $0.steps[1].probability }),
                    (#""pop":0.32"#, #""pop":-0.01"#, { $0.steps[1].probability }),
                    (#""pop":0.32"#, #""pop":"low""#, { $0.steps[1].probability }),
                    (#"{"3h":0.26}"#, #"{"3h":-1}"#, { $0.steps[1].rain }),
                    (#"{"3h":1.5}"#, #"{"3h":"10001"}"#, { $0.steps[0].snow }),
                    (#""deg":120"#, #""deg":361"#, { $0.steps[1].wind?.direction }),
                    (#""gust":3.33"#, #""gust":-1"#, { $0.steps[1].wind?.gust }),
                    (#""timezone":7200"#, #""timezone":64801"#, { $0.secondsFromUTC }),
                ]
                for (old, new, value) in cases {
                    expect(value(try read(Self.answer()))).toNot(beNil(), description: old)
                    let forecast = try read(Self.answer(old, new))
                    expect(forecast.steps).to(haveCount(2))
                    expect(value(forecast)).to(beNil(), description: new)
                }
            }

            it("is cut after five days") {
                let step = #"{"dt":0,"main":{"temp":1},"weather":[{"description":"mist"}]}"#
                func count(_ steps: Int) throws -> Int {
                    let list = Array(repeating: step, count: steps).joined(separator: ",")
                    return try read(#"{"list":[\#(list)],"city":{"name":"X"}}"#).steps.count
                }
                expect(try count(40)).to(equal(40))
                expect(try count(41)).to(equal(40))
            }
        }

        describe("a day of a forecast in words") {
            func day(_ change: (inout [Forecast.Step]) -> Void) -> [String] {
                var steps = (0..<8).map { index in
                    let time = Date(timeIntervalSince1970: Double(index) * 10_800)
                    return Forecast.Step(time: time, temperature: Double(index), description: "sky \(index)")
                }
                change(&steps)
                return Forecast(city: "X", steps: steps).text(to: "x", in: .celsius)
            }

            it("has the sky of its wettest hours, or of its middle where it stays dry") {
                expect(day { _ in }).to(equal(["X, Thu 1 Jan: 0 to 7 °C, sky 4"]))
                expect(day { $0[6].probability = 0 }).to(equal(["X, Thu 1 Jan: 0 to 7 °C, sky 4"]))
                expect(day { ($0[1].probability, $0[2].probability, $0[3].probability) = (0.1, 0.3, 0.2) }).to(
                    equal(["X, Thu 1 Jan: 0 to 7 °C, sky 2, rain 30 %"])
                )
            }

            it("has all that falls") {
                expect(day { ($0[1].rain, $0[5].rain, $0[6].snow) = (1, 2, 0.5) }).to(
                    equal(["X, Thu 1 Jan: 0 to 7 °C, sky 4, rain 3.5 mm"])
                )
                expect(day { ($0[1].rain, $0[6].snow) = (1, 1.5) }).to(
                    equal(["X, Thu 1 Jan: 0 to 7 °C, sky 4, snow 2.5 mm"])
                )
            }
        }

        describe("places in an answer") {
            func read(_ json: String, in language: String? = nil) throws -> [NamedPlace] {
                try PlacesAnswer(answer: Data(json.utf8)).read(in: language)
            }
            let munich =
                #"{"name":"Munich","local_names":{"de":"München","pt":"Munique"},"lat":48.1371,"lon":11.5754,"#
                + #""country":"DE","state":"Bavaria"}"#

            it("are read, in the language of the answers where their names are known in that") {
                let place = NamedPlace(
                    name: "Munich",
                    state: "Bavaria",
                    country: "DE",
                    latitude: 48.1371,
                    longitude: 11.5754
                )
                expect(try read("[\(munich)]")).to(equal([place]))
                let names = ["de": "München", "pt_br": "Munique", "fr": "Munich"]
                for (language, name) in names {
                    expect(try read("[\(munich)]", in: language).map(\.name)).to(equal([name]))
                }
            }

            it("may be none") { expect(try read("[]")).to(beEmpty()) }

            it("are each there once, by what a person can tell apart") {
                let near = munich.replacing("48.1371", with: "48.2")
                let elsewhere = munich.replacing("Bavaria", with: "North Dakota")
                let titles = try read("[\(munich),\(near),\(elsewhere),\(munich)]").map(\.title)
                expect(titles).to(equal(["Munich, Bavaria, DE", "Munich, North Dakota, DE"]))
            }

            it("are titled by as much as is known, and name a city-state once") {
                func title(_ state: String?, _ country: String?) -> String {
                    NamedPlace(name: "Berlin", state: state, country: country, latitude: 0, longitude: 0).title
                }
                expect(title(nil, nil)).to(equal("Berlin"))
                expect(title("Berlin", "DE")).to(equal("Berlin, DE"))
                expect(title("Ohio", nil)).to(equal("Berlin, Ohio"))
            }

            it("are refused by the name of what they lack, or of what cannot be read") {
                let cases: [(String, String, WeatherError)] = [
                    (#""name":"Munich","#, "", .lacks(field: "[0].name")),
                    (#""lat":48.1371"#, #""lat":90.1"#, .unreadable(field: "[0].lat")),
                    (#""lat":48.1371"#, #""lat":-90.1"#, .unreadable(field: "[0].lat")),
                    (#""lon":11.5754"#, #""lon":-360.1"#, .unreadable(field: "[0].lon")),
                    (#""lon":11.5754"#, #""lon":360.1"#, .unreadable(field: "[0].lon")),
                    (#""lon":11.5754"#, #""lon":"east""#, .unreadable(field: "[0].lon")),
                ]
                for (old, new, error) in cases {
                    expect { try read("[\(munich.replacing(old, with: new))]") }.to(throwError(error))
                }
                expect { try read("{}") }.to(throwError(WeatherError.noJSONObject))
            }
        }
    }
}
