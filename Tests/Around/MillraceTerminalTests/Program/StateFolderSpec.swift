import Foundation
import MillraceSpecs
import MillraceTerminal

/// Where a program keeps what the user has not named.
final class StateFolderSpec: Spec {
    func testSpec() {
        describe("the state folder of a program") {
            func folder(_ environment: [String: String]) -> String {
                stateFolder(of: "greet", environment: environment).path
            }

            it("is in the folder that the variable names") {
                expect(folder(["XDG_STATE_HOME": "/var/states", "HOME": "/home/ada"])) == "/var/states/greet"
            }

            it("is in the user's home where there is no variable, or an empty one") {
                expect(folder(["HOME": "/home/ada"])) == "/home/ada/.local/state/greet"
                expect(folder(["XDG_STATE_HOME": "", "HOME": "/home/ada"])) == "/home/ada/.local/state/greet"
            }

            it("does not depend on where the program is started, as a relative path would") {
                expect(folder(["XDG_STATE_HOME": "states", "HOME": "/home/ada"])) == "/home/ada/.local/state/greet"
            }

            it("is in the home that the system knows where the variable has none") {
                expect(folder([:])) == NSHomeDirectory() + "/.local/state/greet"
            }
        }
    }
}
