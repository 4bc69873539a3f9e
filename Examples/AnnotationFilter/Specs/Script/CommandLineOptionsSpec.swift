@testable import AnnotationFilter
import MillraceSpecs
import MillraceTerminal

final class CommandLineOptionsSpec: Spec {
    func testSpec() {
        func parse(_ arguments: String...) throws -> CommandLineOptions { try CommandLineOptions(arguments) }

        describe("the command line") {
            it("may be empty") { expect(try parse()).to(equal(CommandLineOptions())) }

            it("names a file and a script, in any order") {
                var expected = CommandLineOptions()
                expected.files = ["a.xfdf"]
                expected.script = "s"
                expected.json = true
                expect(try parse("a.xfdf", "--script", "s", "--json")).to(equal(expected))
                expect(try parse("--json", "--script=s", "a.xfdf")).to(equal(expected))
            }

            it("names a file to record in, or one to replay") {
                expect(try parse("--record", "r").record).to(equal("r"))
                expect(try parse("--record=r", "--log").log).to(beTrue())
                expect(try parse("a.xfdf", "--replay", "r").replay).to(equal("r"))
            }

            it("names who edits") { expect(try parse("a.xfdf", "--author", "A. Kim").author).to(equal("A. Kim")) }

            it("may name a file that looks like an option") { expect(try parse("--", "--x").files).to(equal(["--x"])) }

            it("names several files, to be opened as one list in this order") {
                expect(try parse("b.xfdf", "--json", "a.xfdf", "-").files).to(equal(["b.xfdf", "a.xfdf", "-"]))
            }

            it("is refused where it makes no sense, with exit 64") {
                let lines = [
                    ["--replay", "a", "--record", "b"], ["--replay", "a", "--script", "b"],
                    ["--replay", "a", "--json"], ["--replay", "a", "--author", "b"],
                    ["-", "-"], ["a", "-", "--script", "-"],
                ]
                for line in lines {
                    expect(try CommandLineOptions(line)).to(
                        throwError(ProgramExit.self) { error in
                            expect(error.exitCode).to(equal(64))
                            expect(error.description).to(contain("To fix: see --help"))
                        }
                    )
                }
            }
        }
    }
}
