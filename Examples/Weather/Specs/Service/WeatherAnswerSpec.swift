import Foundation
import MillraceSpecs

@testable import WeatherSearch

final class WeatherAnswerSpec: Spec {
    func testSpec() {
        func read(_ json: String) throws -> Weather {
            try WeatherAnswer(answer: Data(json.utf8)).read()
        }

        describe("an answer") {
            it("is read with all that it says") {
                expect(try read(answer())).to(equal(wholeParisWeather))
            }

            it("may lack what need not be there, or hold null in its place") {
                let small = #"{"weather":[{"description":"mist"}],"main":{"temp":-0.5},"dt":0,"name":"X"}"#
                let weather = Weather(
                    city: "X",
                    temperature: -0.5,
                    description: "mist",
                    time: Date(timeIntervalSince1970: 0)
                )
                expect(try read(small)).to(equal(weather))
                let nulls = #","wind":null,"sys":{"country":null},"timezone":null}"#
                expect(try read(small.dropLast() + nulls)).to(equal(weather))
                expect(try read(small.dropLast() + #","wind":{"deg":3}}"#)).to(equal(weather))
            }

            it("takes the first of several conditions, as the service means it") {
                let two = answer(#""icon":"04d"}"#, #""icon":"04d"},{"description":"mist"}"#)
                expect(try read(two).description).to(equal("broken clouds"))
            }

            it("has no daylight where the sun does not rise or set, for which the service says 0") {
                expect(try read(answer()).daylight).toNot(beNil())
                for (old, new) in [("1779336608", "0"), ("1779391866", "0"), ("1779336608", "1779391867")] {
                    expect(try read(answer(old, new)).daylight).to(beNil())
                }
            }

            it("takes fractions where the service has them now and then") {
                expect(try read(answer("\"humidity\":43", "\"humidity\":43.5")).humidity).to(equal(43.5))
                expect(try read(answer("7200", "7200.5")).secondsFromUTC).to(equal(7201))
                expect(try read(answer("\"deg\":226", "\"deg\":226.002")).wind?.direction).to(equal(226.002))
            }
        }

        describe("an answer that lacks what must be there") {
            it("is refused by the name of what it lacks") {
                let cases = [
                    (#""temp":17.4,"#, "", "main.temp"),
                    (#""temp":17.4,"#, #""temp":null,"#, "main.temp"),
                    (#""main":{"#, #""other":{"#, "main"),
                    (#""name":"Paris","#, "", "name"),
                    (#""dt":1779364865,"#, "", "dt"),
                    (#""description":"broken clouds","#, "", "weather[0].description"),
                    (#"[{"id":803,"main":"Clouds","description":"broken clouds","icon":"04d"}]"#, "[]", "weather[0]"),
                ]
                for (old, new, field) in cases {
                    expect { try read(answer(old, new)) }.to(throwError(WeatherError.lacks(field: field)))
                }
                expect(WeatherError.lacks(field: "main.temp").message).to(equal("The answer lacks main.temp."))
            }
        }

        describe("an answer in which something is of another kind") {
            it("is refused by the name of that, where it must be there") {
                let cases = [
                    (#""temp":17.4"#, #""temp":"warm""#, "main.temp"),
                    (#""description":"broken clouds""#, #""description":7"#, "weather[0].description"),
                ]
                for (old, new, field) in cases {
                    expect { try read(answer(old, new)) }.to(throwError(WeatherError.unreadable(field: field)))
                }
            }

            it("is read without that, where it need not be there") {
                let cases: [(String, String, (inout Weather) -> Void)] = [
                    (#""humidity":43"#, #""humidity":[]"#, { $0.humidity = nil }),
                    (#""timezone":7200"#, #""timezone":"CEST""#, { $0.secondsFromUTC = nil }),
                    (#""wind":{"speed":4.58,"deg":226,"gust":7.1}"#, #""wind":"strong""#, { $0.wind = nil }),
                    (#""deg":226"#, #""deg":"SW""#, { $0.wind = Weather.Wind(speed: 4.58, gust: 7.1) }),
                    (#""visibility":10000"#, #""rain":{"1h":"0.3"}"#, { _ in }),
                    (#""visibility":10000"#, #""rain":7"#, { _ in }),
                ]
                for (old, new, change) in cases {
                    var wanted = wholeParisWeather
                    change(&wanted)
                    expect(try read(answer(old, new))).to(equal(wanted), description: new)
                }
            }
        }

        describe("an answer with a number that nobody can have measured") {
            it("is refused by its name where it must be there, and the last that can be is taken") {
                let cases: [(String, good: [String], bad: [String], field: String)] = [
                    ("\"temp\":17.4", ["-273.15", "1000"], ["-273.16", "1000.1", "1e300"], "main.temp"),
                    ("\"dt\":1779364865", ["-62135596800", "253402300799"], ["-62135596801", "253402300800"], "dt"),
                ]
                for (old, good, bad, field) in cases {
                    let key = old.prefix { $0 != ":" } + ":"
                    for number in good { expect(try read(answer(old, key + number)).city).to(equal("Paris")) }
                    for number in bad {
                        expect { try read(answer(old, key + number)) }.to(
                            throwError(WeatherError.unreadable(field: field)),
                            description: "\(key)\(number)"
                        )
                    }
                }
            }

            /// The text in a good answer, the least and the greatest possible numbers, and the next ones outside.
            let cases: [(String, good: [String], bad: [String], value: (Weather) -> Any?)] = [
                ("\"humidity\":43", ["0", "1000"], ["-0.1", "1000.1", "1e300"], { $0.humidity }),
                ("\"speed\":4.58", ["0", "1000"], ["-0.1", "1000.1", "1e300"], { $0.wind }),
                ("\"deg\":226", ["-360", "360"], ["-360.1", "360.1", "-1e300"], { $0.wind?.direction }),
                ("\"feels_like\":16.7", ["-273.15", "1000"], ["-273.16", "1000.1"], { $0.feelsLike }),
                ("\"pressure\":1000", ["0", "2000"], ["-0.1", "2000.1"], { $0.pressure }),
                ("\"gust\":7.1", ["0", "1000"], ["-0.1", "1000.1"], { $0.wind?.gust }),
                ("\"sunrise\":1779336608", ["1", "1779391866"], ["0"], { $0.daylight }),
                ("\"sunset\":1779391866", ["1779336608", "253402300799"], ["253402300800"], { $0.daylight }),
                (
                    "\"timezone\":7200", ["-64800", "64800"], ["-64801", "64801", "-9223372036854775809"],
                    { $0.secondsFromUTC }
                ),
            ]

            it("is read without it where it need not be there, and the last that can be is taken") {
                for (old, good, bad, value) in cases {
                    let key = old.prefix { $0 != ":" } + ":"
                    for number in good {
                        expect(value(try read(answer(old, key + number)))).toNot(beNil(), description: key + number)
                    }
                    for number in bad {
                        let weather = try read(answer(old, key + number))
                        expect(weather.city).to(equal("Paris"))
                        expect(value(weather)).to(beNil(), description: key + number)
                    }
                }
            }

            it("is left out where it is of rain or snow") {
                for fall in ["rain", "snow"] {
                    func amount(_ number: String) throws -> Double? {
                        let weather = try read(answer("\"visibility\":10000", "\"\(fall)\":{\"1h\":\(number)}"))
                        return fall == "rain" ? weather.rain : weather.snow
                    }
                    expect(try amount("0")).to(equal(0))
                    expect(try amount("2.16")).to(equal(2.16))
                    expect(try amount("10000")).to(equal(10_000))
                    for number in ["null", "-0.1", "10000.1", "\"0.3\""] { expect(try amount(number)).to(beNil()) }
                }
            }

            it("is refused where it is too large for any number") {
                for number in ["1e400", "-1e400"] {
                    expect { try read(answer("17.4", number)) }.to(throwError(WeatherError.noJSONObject))
                }
            }
        }

        describe("what is no answer at all") {
            it("is refused, wherever it breaks off") {
                let whole = answer()
                for length in stride(from: 0, to: whole.count, by: 7) {
                    expect { try read(String(whole.prefix(length))) }.to(throwError(WeatherError.noJSONObject))
                }
            }

            it("is refused where it is JSON of another kind") {
                for json in ["[]", "3", "null", "\"Paris\"", "[\(answer())]"] {
                    expect { try read(json) }.to(throwError(WeatherError.noJSONObject))
                }
            }
        }

        describe("the code in an answer") {
            it("may be a number or a text") {
                func code(_ json: String) -> Int? { AnswerCode(Data(json.utf8)).value }
                expect(code(#"{"cod":404}"#)).to(equal(404))
                expect(code(#"{"cod":"404","message":"city not found"}"#)).to(equal(404))
                for json in [#"{"cod":"many"}"#, #"{"cod":null}"#, "{}", "[]", "<html>"] {
                    expect(code(json)).to(beNil(), description: json)
                }
            }
        }
    }
}
