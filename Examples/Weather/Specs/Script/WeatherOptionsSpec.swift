import Foundation
import MillraceSpecs
import MillraceTerminal
@testable import WeatherSearch

final class WeatherOptionsSpec: Spec {
    func testSpec() {
        func parse(_ arguments: String..., hasKey: Bool = false) throws -> CommandLineOptions {
            try CommandLineOptions(arguments, hasKey: hasKey, recordedLanguages: ["de", "pt_br"])
        }
        func server(_ address: String) -> URL? { URL(string: address) }

        describe("the command line") {
            it("may be empty") { expect(try parse()).to(equal(CommandLineOptions())) }

            it("names cities and options, in any order") {
                let options = try parse("Paris", "--json", "New York", "--fahrenheit")
                expect(options.cities).to(equal(["Paris", "New York"]))
                expect(options.json).to(beTrue())
                expect(options.unit).to(equal(.fahrenheit))
            }

            it("takes the language of the answers, and refuses what is none") {
                expect(try parse("--lang", "de").language).to(equal("de"))
                expect(try parse("--lang=pt-BR").language).to(equal("pt_br"))
                for text in ["german", "d", "de_", "d&q"] {
                    expect(try parse("--lang", text)).to(
                        throwError(ProgramExit.self) {
                            expect($0.description).to(contain("--lang needs"))
                        }
                    )
                }
            }

            it("refuses a language in which there are no answers, and names those that there are") {
                func refusal(_ arguments: String...) -> String {
                    do {
                        _ = try CommandLineOptions(arguments, hasKey: false, recordedLanguages: ["de", "pt_br"])
                        return ""
                    } catch {
                        expect(error.exitCode).to(equal(64))
                        return error.description
                    }
                }
                expect(try parse("--lang", "en").language).to(equal("en"))
                expect(refusal("--lang", "it")).to(
                    equal("there are no answers in the language it. To fix: use one of de, en, pt_br.")
                )
                expect(try parse("--lang", "it", "--base-url", "http://host").language).to(equal("it"))
                expect(try parse("--lang", "it", hasKey: true).language).to(equal("it"))
                expect(refusal("--lang", "xx", "--base-url", "http://host")).to(
                    contain("no answers in the language xx. To fix: use one of af, al, ar, ", "zh_tw, zu.")
                )
            }

            it("asks for the forecast or for places, and takes one of these") {
                expect(try parse().task).to(equal(.weather))
                expect(try parse("--forecast", "Paris").task).to(equal(.forecast))
                expect(try parse("--places", "Paris").task).to(equal(.places))
                expect(try parse("--place", "2", "Paris").place).to(equal(2))
                expect(try parse("--forecast", "--place=2", "--forecast").place).to(equal(2))
            }

            it("may name a city that looks like an option") {
                expect(try parse("--", "--json").cities).to(equal(["--json"]))
            }
        }

        describe("where the answers come from") {
            it("is the recording, without key and address") {
                expect(try parse().server).to(beNil())
                expect(try parse().source).to(equal("Offline: recorded answers"))
            }

            it("is OpenWeatherMap where there is a key") {
                expect(try parse(hasKey: true).server).to(equal(server("https://api.openweathermap.org")))
                expect(try parse(hasKey: true).source).to(equal("Online: api.openweathermap.org"))
            }

            it("is an address, with or without a key; of which only the host is shown") {
                for hasKey in [false, true] {
                    let options = try parse("--base-url", "http://me:secret@host:8000/path?key=secret", hasKey: hasKey)
                    expect(options.server).to(equal(server("http://me:secret@host:8000/path?key=secret")))
                    expect(options.source).to(equal("Online: host"))
                }
            }

            it("may be written in capitals, and have a sign of equality in it") {
                for address in ["HTTP://host", "Https://host", "http://host/a=b?c=d"] {
                    expect(try parse("--base-url", address).server).to(equal(server(address)))
                    expect(try parse("--base-url=\(address)").server).to(equal(server(address)))
                }
            }

            it("may be slow, and may fail, where it is this machine's own server") {
                let options = try parse("--latency=1ms", "--fail-every=5")
                expect(options.latency).to(equal(.milliseconds(1)))
                expect(options.failEvery).to(equal(5))
            }
        }

        describe("a command line that makes no sense") {
            func message(_ arguments: [String], hasKey: Bool = false) -> String {
                do throws(ProgramExit) {
                    _ = try CommandLineOptions(arguments, hasKey: hasKey, recordedLanguages: ["de", "pt_br"])
                    return ""
                } catch {
                    expect(error.exitCode).to(equal(64))
                    return error.description
                }
            }

            it("is refused, with one line that says what is wrong") {
                let lines = [
                    ["--base-url", "host"], ["--latency", "2"], ["--fail-every", "0"], ["--place", "two"],
                    ["--places", "--place=1"], ["--places", "--forecast"], ["--forecast", "--places"],
                    ["Paris", " \t"],
                ]
                for line in lines {
                    expect(message(line)).to(contain("To fix: see --help."))
                    expect(message(line)).notTo(contain("\n"))
                }
            }

            it("wants faults of a server that is not this machine's own") {
                for line in [["--latency", "1s"], ["--fail-every", "2"]] {
                    expect(message(line, hasKey: true)).to(contain("for recorded answers"))
                    expect(message(line + ["--base-url", "http://host"])).to(contain("for recorded answers"))
                }
            }

            it("is not repeated where there may be a secret in it") {
                expect(message(["--key=5ec2e7"])).notTo(contain("5ec2e7"))
                expect(message(["--base-url", "ftp://5ec2e7"])).notTo(contain("5ec2e7"))
            }
        }
    }
}
