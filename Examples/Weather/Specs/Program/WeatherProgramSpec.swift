import Foundation
import MillraceSpecs
import LoopbackHTTP
import WeatherRecording
import XCTest

/// Runs the program itself, as a user does.
final class WeatherProgramSpec: Spec {
    func testSpec() {
        describe("the program") {
            it("reads cities from a standard input that is no terminal, and works without a key and a network") {
                let run = try Run(input: "Paris\r\nAtlantis\n\nNew York")
                expect(run.output).to(
                    equal(
                        """
                        Paris, FR: 17 °C, broken clouds
                        Atlantis: There is no city called Atlantis.
                        New York, US: 20 °C, clear sky

                        """
                    )
                )
                expect(run.errors).to(equal("weather: Offline: recorded answers\n"))
                expect(run.exitCode).to(equal(0))
            }

            it("takes cities from the command line, and then reads nothing") {
                let run = try Run("São Paulo", "--fahrenheit", input: "Paris\n")
                expect(run.output).to(contain("São Paulo, BR: "))
                expect(run.output).to(contain(" °F, broken clouds\n"))
            }

            it("answers in JSON, each line an object") {
                let run = try Run("--json", input: "Paris\nno\u{2028}where\"\n")
                let objects = try run.output.split(separator: "\n").map { line in
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                }
                expect(objects.map { $0["question"] as? String }).to(equal(["Paris", "no\u{2028}where\""]))
                expect(objects.first?["temperature"] as? Double).to(equal(17.4))
                expect(objects.last?["error"] as? String).toNot(beNil())
                expect(objects.map { $0["recorded"] as? Bool }).to(equal([true, true]))
            }

            it("writes each answer before it reads the next line") {
                let conversation = try Conversation()
                expect(try conversation.ask("Paris")).to(equal("Paris, FR: 17 °C, broken clouds\n"))
                expect(try conversation.ask("Oslo")).to(contain("Oslo, NO"))
                expect(try conversation.end()).to(equal(0))
            }

            it("tells what is expected, lists places, and takes one, in the asked language") {
                let list = try Run("--places", "Springfield")
                expect(list.output.split(separator: "\n")).to(haveCount(4))
                expect(list.output).to(contain("Springfield, place 4: Springfield, Oregon, US (44.0462, -123.022)\n"))
                let forecast = try Run("--forecast", "--place", "4", "--lang", "ja", "Springfield")
                expect(forecast.output).to(contain("スプリングフィールド, Oregon, US, Thu 21 May: ", "晴天\n"))
                expect(forecast.output.split(separator: "\n")).to(haveCount(6))
                expect(try Run("--lang", "de", "Roma").output).to(equal("Rom, IT: 24 °C, Klarer Himmel\n"))
                let json = try Run("--forecast", "--json", input: "Paris\nNowhere\n")
                let objects = try json.output.split(separator: "\n").map { line in
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                }
                expect(objects.map { ($0["steps"] as? [Any])?.count }).to(equal([40, nil]))
                expect(objects.map { $0["code"] as? String }).to(equal([nil, "unknown-city"]))
            }

            it("prints its help and its version") {
                expect(try Run("--help").output).to(contain("Usage: weather [CITY"))
                expect(try Run("--version").output).to(equal("weather 0.1.0\n"))
            }

            it("does not ask a proxy for this machine") {
                let run = try Run("Paris", environment: ["http_proxy": "http://127.0.0.1:9", "no_proxy": ""])
                expect(run.output).to(contain("Paris, FR"))
            }
        }

        describe("a server of another's making") {
            it("is asked with the key, which is shown to nobody else") {
                let secret = "5ec2e7"
                let server = try LoopbackServer(RecordedWeather(key: secret))
                defer { server.stop() }
                for key in [secret, "wrong" + secret] {
                    let run = try Run(
                        "Paris",
                        "--base-url",
                        "\(server.baseURL)",
                        environment: ["OPENWEATHERMAP_API_KEY": key]
                    )
                    expect(run.output).to(contain(key == secret ? "Paris, FR" : "does not accept the key"))
                    expect(run.output + run.errors).notTo(contain(secret))
                    expect(run.exitCode).to(equal(key == secret ? 0 : 69))
                }
            }

            it("may be one that serves a file") {
                guard let server = try PythonServer(answer()) else { throw XCTSkip("there is no python3") }
                defer { server.stop() }
                let run = try Run("Anywhere", "--base-url", server.address)
                expect(run.output).to(equal("Paris, FR: 17 °C, broken clouds\n"))
                expect(run.exitCode).to(equal(0))
                let nowhere = try Run("Anywhere", "--base-url", server.address + "/nowhere")
                expect(nowhere.output).to(contain("no weather service (404)"))
                expect(nowhere.exitCode).to(equal(69))
            }
        }

        describe("the exit status") {
            it("is 64 for wrong usage") {
                let run = try Run("--frob")
                expect(run.exitCode).to(equal(64))
                expect(run.errors).to(equal("weather: there is no option --frob. To fix: see --help.\n"))
                expect(try Run("--latency", "1s", environment: ["OPENWEATHERMAP_API_KEY": "key"]).exitCode)
                    .to(equal(64))
                let language = try Run("--lang", "xx", "Paris")
                expect(language.exitCode).to(equal(64))
                expect(language.output).to(equal(""))
                expect(language.errors).to(contain("To fix: use one of de, en, es, fr, ja, pt_br."))
                for cities in [[""], [" "], ["Paris", ""]] {
                    let run = try Run(cities)
                    expect(run.exitCode).to(equal(64))
                    expect(run.output).to(equal(""))
                    expect(run.errors).to(contain("weather: an argument is empty. To fix: "))
                }
            }

            it("is 0 where nothing is asked, and three cities are shown") {
                let run = try Run(input: "")
                expect(run.exitCode).to(equal(0))
                expect(run.output).to(
                    equal(
                        """
                        Paris, FR: 17 °C, broken clouds
                        Oslo, NO: 10 °C, light rain
                        Tokyo, JP: 21 °C, broken clouds

                        """
                    )
                )
                expect(run.errors).to(contain("weather: there is neither a screen nor a command"))
            }

            it("is 66 for a standard input that cannot be read") {
                let run = try Run(input: FileHandle(forReadingAtPath: "/"))
                expect(run.exitCode).to(equal(66))
                expect(run.errors).to(contain("standard input cannot be read"))
            }

            it("is 74 where an answer cannot be written, which is said once, and nothing more is asked") {
                guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
                for run in [try Run("Paris", "Nowhere", output: full), try Run("--help", output: full)] {
                    expect(run.exitCode).to(equal(74))
                    expect(run.errors).to(contain("weather: standard output cannot be written: ", "To fix: "))
                    expect(run.errors.components(separatedBy: "cannot be written")).to(haveCount(2))
                }
            }

            it("is 141 where nobody reads the answers any more, which is no error") {
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                let run = try Run("Paris", "Rome", output: pipe.fileHandleForWriting)
                expect(run.exitCode).to(equal(141))
                expect(run.errors).to(equal("weather: Offline: recorded answers\n"))
            }

            it("is 69 where there is no service, and no line is lost") {
                let run = try Run("--base-url", "http://127.0.0.1:9", input: "Paris\nRome\n")
                let message = "No connection to 127.0.0.1 could be made."
                expect(run.output).to(equal("Paris: \(message)\nRome: \(message)\n"))
                expect(run.exitCode).to(equal(69))
            }

            it("is 69 where it fails now and then, and all others are answered") {
                let run = try Run("--fail-every", "2", "--latency", "1ms", input: "Paris\nParis\nParis\nParis\nParis\n")
                let good = "Paris, FR: 17 °C, broken clouds"
                let lines = run.output.split(separator: "\n").map(String.init)
                expect(lines).to(haveCount(5))
                expect([lines[0], lines[2], lines[4]]).to(equal([good, good, good]))
                expect(lines[1]).to(contain("(500)"))
                expect(lines[3]).to(contain("broke off"))
                expect(run.exitCode).to(equal(69))
            }
        }
    }
}
