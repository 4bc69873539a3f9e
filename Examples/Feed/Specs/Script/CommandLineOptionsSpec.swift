import MillraceSpecs
import MillraceTerminal

@testable import FeedReader

final class CommandLineOptionsSpec: Spec {
    func testSpec() {
        func options(_ arguments: String...) throws -> CommandLineOptions { try CommandLineOptions(arguments) }
        func exit(_ arguments: String...) -> Int32? {
            do throws(ProgramExit) {
                _ = try CommandLineOptions(arguments)
                return nil
            } catch {
                return error.exitCode
            }
        }

        describe("the command line") {
            it("names files, or a server") {
                expect(try options("a.json", "b.json").files) == ["a.json", "b.json"]
                let read = try options("--server", "https://a.example", "--token", "--state", "x", "--every", "5s")
                expect(read.server?.host) == "a.example"
                expect(read.hasToken) == true
                expect(read.interval) == .seconds(5)
            }

            it("says what cannot be understood") {
                expect(exit("a.json", "--server", "https://a.example")) == 64
                expect(exit("--token")) == 64
                expect(exit("--state", "x")) == 64
                // A token is no argument: others would see it.
                expect(exit("--server", "https://a.example", "--token=secret")) == 64
                expect(exit("--server", "ftp://a.example")) == 64
                expect(exit("--help")) == 0
                expect(exit("--version")) == 0
            }
        }
    }
}
