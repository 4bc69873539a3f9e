import MillraceSpecs

@testable import MillraceTerminal

final class ProgramOptionsSpec: Spec {
    private struct Values: Equatable {
        var names: [String] = []
        var times = 1
        var pause: Duration?
        var isLoud = false
        var tone = "kind"
        var tags: [String] = []
    }

    func testSpec() {
        let options = ProgramOptions<Values>(
            of: "greet",
            version: "1.0",
            usage: "NAME … [--times N]\n      [--tag TAG]\n--loud",
            about: "Greets everyone.",
            options: [
                .value("--times N", \.times, .number(in: 1...10), "greets so often"),
                .value(
                    "--pause TIME",
                    \.pause,
                    .time,
                    "waits between two greetings " + String(repeating: "long ", count: 20)
                ),
                .flag("--loud", \.isLoud, "greets in capitals"),
                .choice("--rude", \.tone, "rude", "is rude"),
                .choice("--shy", \.tone, "shy", "is shy"),
                .value("--tag TAG", .text, "adds a tag") { $0.tags.append($1) },
            ],
            ending: "Exit status: 0.",
            argument: { $0.names.append($1) }
        )
        func read(_ arguments: String...) throws -> Values { try options.read(arguments, into: Values()) }
        func exit(_ arguments: [String]) -> ProgramExit? {
            do throws(ProgramExit) {
                _ = try options.read(arguments, into: Values())
                return nil
            } catch {
                return error
            }
        }

        describe("the options of a program") {
            it("leave the values as they are where nothing is said") { expect(try read()).to(equal(Values())) }

            it("set properties, before, between and behind the arguments") {
                let values = Values(names: ["Ada", "-", "Kim"], times: 2, pause: .seconds(1.5), isLoud: true)
                expect(try read("--loud", "Ada", "--times", "2", "-", "--pause=1.5s", "--loud", "Kim")).to(
                    equal(values)
                )
            }

            it("choose one of several") {
                expect(try read("--shy", "--shy").tone).to(equal("shy"))
                expect(exit(["--shy", "--rude"])).to(equal(.usage("--rude goes without --shy")))
            }

            it("add up where they may stand several times") {
                expect(try read("--tag=a=b", "--tag", "c").tags).to(equal(["a=b", "c"]))
            }

            it("are over behind --") { expect(try read("--", "--loud", "--").names).to(equal(["--loud", "--"])) }

            it("read times in seconds and in milliseconds, also in parts of them") {
                func time(_ text: String) -> Duration? { try? read("--pause", text).pause }
                expect(["0s", "2s", "1.5s", "400ms", "999999s"].map(time)).to(
                    equal([.zero, .seconds(2), .milliseconds(1_500), .milliseconds(400), .seconds(999_999)])
                )
                let odd = ["0", "-1s", "+1s", "1e3s", "1000000s", " 1s", "1 s", "", "s", "ms", "١s", "1.2.3s"]
                for text in odd { expect(time(text)).to(beNil(), description: text) }
            }

            it("read addresses of the web") {
                let address = ProgramArgument.webAddress
                for text in ["http://host", "HTTPS://host:80/a?b=c"] { expect(address.read(text)).notTo(beNil()) }
                for text in ["host", "ftp://host", "http://", "http:"] { expect(address.read(text)).to(beNil()) }
            }

            let failures: [(arguments: [String], what: String)] = [
                (["--frob"], "there is no option --frob"),
                (["--key=secret"], "there is no option --key"),
                (["-x"], "there is no option -x"),
                (["--a\nb"], "there is no option --a b"),
                (["--loud=1"], "--loud takes no value"),
                (["--times"], "--times needs a number from 1 to 10"),
                (["--times", "11"], "--times needs a number from 1 to 10"),
                (["--times="], "--times needs a number from 1 to 10"),
                (["--tag", ""], "--tag needs a value"),
                (["--times=1", "--times", "2"], "--times stands twice"),
                (["Ada", " \t"], "an argument is empty"),
                (["--", ""], "an argument is empty"),
            ]
            for (arguments, what) in failures {
                it("refuse \(arguments.joined(separator: " ").oneLine)") {
                    expect(exit(arguments)).to(equal(.usage(what)))
                    expect(exit(arguments)?.exitCode).to(equal(64))
                    expect(exit(arguments)?.description).to(equal("\(what). To fix: see --help."))
                }
            }

            it("refuse arguments where the program has none") {
                let options = ProgramOptions<Values>(of: "greet", version: "1.0", usage: "", about: "", options: [])
                expect { try options.read(["Ada"], into: Values()) }.to(
                    throwError(ProgramExit.usage("there is no option Ada"))
                )
            }

            it("print the version, and the help in columns, before what is wrong behind them") {
                expect(exit(["--version", "--frob"])).to(equal(ProgramExit("greet 1.0", exitCode: 0)))
                expect(exit(["-h"])).to(equal(exit(["Ada", "--help"])))
                expect(exit(["--help"])?.exitCode).to(equal(0))
                expect(exit(["--help"])?.description).to(
                    equal(
                        """
                        Usage: greet NAME … [--times N]
                                     [--tag TAG]
                               greet --loud

                        Greets everyone.

                          --times N     greets so often
                          --pause TIME  waits between two greetings long long long long long long long long long long long long
                                        long long long long long long long long
                          --loud        greets in capitals
                          --rude        is rude
                          --shy         is shy
                          --tag TAG     adds a tag
                          --help, -h    prints this help
                          --version     prints the version

                        Exit status: 0.
                        """
                    )
                )
            }
        }
    }
}
