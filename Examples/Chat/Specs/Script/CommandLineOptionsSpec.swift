import Foundation
import MatrixChat
import MillraceSpecs
import MillraceTerminal

final class CommandLineOptionsSpec: Spec {
    func testSpec() {
        describe("the command line") {
            it("shows the sample unless something else is said") {
                expect(try CommandLineOptions([])).to(equal(CommandLineOptions()))
                expect(try CommandLineOptions(["--every", "100ms"]).source).to(
                    equal(.sample(every: .milliseconds(100)))
                )
            }

            it("names a homeserver, a user, a descriptor, a folder and a script") {
                let options = try CommandLineOptions([
                    "--homeserver", "https://example.org", "--user", "ada", "--password-fd", "3", "--state", "/tmp/x",
                    "--script", "s", "--patience", "2s", "--json",
                ])
                expect(options.source).to(equal(.homeserver(URL(string: "https://example.org")!, user: "ada")))
                expect(options.passwordDescriptor).to(equal(3))
                expect(options.folder).to(equal("/tmp/x"))
                expect(options.script).to(equal("s"))
                expect(options.patience).to(equal(.seconds(2)))
                expect(options.json).to(beTrue())
            }

            it("refuses what cannot be meant, and says how to fix it") {
                let lines = [
                    ["--user", "ada"], ["--homeserver", "ftp://x", "--user", "ada"], ["--homeserver", "https://x"],
                    ["--every", "soon"], ["--script"], ["--password-fd", "-1"], ["--state", "/tmp"], ["room"],
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
