import Foundation
import MillraceSpecs
import MillraceTerminal

@testable import MatrixChat

final class CommandLineOptionsSpec: Spec {
    func testSpec() {
        describe("the command line") {
            it("shows the sample unless something else is said") {
                expect(try CommandLineOptions([])).to(equal(CommandLineOptions()))
                expect(try CommandLineOptions(["--every", "100ms"]).interval).to(equal(.milliseconds(100)))
            }

            it("names a homeserver, a user, a folder and a script") {
                let options = try CommandLineOptions([
                    "--homeserver", "https://example.org", "--user", "ada", "--state", "/tmp/x", "--script", "s",
                    "--patience", "2s", "--json",
                ])
                expect(options.homeserver).to(equal(URL(string: "https://example.org")!))
                expect(options.user).to(equal("ada"))
                expect(options.folder).to(equal("/tmp/x"))
                expect(options.script).to(equal("s"))
                expect(options.patience).to(equal(.seconds(2)))
                expect(options.json).to(beTrue())
            }

            it("refuses what cannot be meant, and says how to fix it") {
                let lines = [
                    ["--user", "ada"], ["--homeserver", "ftp://x", "--user", "ada"], ["--homeserver", "https://x"],
                    ["--every", "soon"], ["--script"], ["--state", "/tmp"], ["room"],
                    ["--homeserver", "https://x", "--user", "a", "--every", "1s"],
                ]
                for line in lines {
                    expect { try CommandLineOptions(line) }.to(throwError())
                }
                do throws(ProgramExit) {
                    _ = try CommandLineOptions(["room"])
                } catch {
                    expect(error.description).to(equal("there is no option room. To fix: see --help."))
                    expect(error.exitCode).to(equal(64))
                }
            }
        }
    }
}
