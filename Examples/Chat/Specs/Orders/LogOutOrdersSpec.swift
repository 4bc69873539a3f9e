import Millrace
import MillraceHistory
import MillraceNetwork
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat
@testable import SampleHomeserver

/// Whatever is on its way when the user is signed out, nothing is sent after that, and nothing is lost.
final class LogOutOrdersSpec: Spec {
    func testSpec() {
        it("sends nothing after a log-out, and what was written after the next log-in") {
            let result = try explore(faults: 1, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(in: world, at: server, over: world.network(), refusing: [])
                var isIn = true
                world.may("write", if: { !mine.rows.isEmpty }) { mine.chat.send("tea", to: server.room) }
                world.may("sign this device out elsewhere") {
                    isIn = false
                    server.change { $0.signOutAll() }
                }
                world.may("sign in", if: { mine.chat.session.state.value.account == nil }) {
                    mine.chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sesame")))
                    isIn = true
                }
                world.compare("in") { isIn }
                world.always("nothing is sent after a log-out") { mine.strayRequests == 0 }
                world.always("no message twice") { mine.own.count < 2 && server.own.count < 2 }
                world.atRest("who has signed in is signed in, or told why not") {
                    let session = mine.chat.session.state.value
                    return !isIn || session.account != nil || session.problem != .signedOut
                }
                world.atRest("what was written is there where the user is signed in") {
                    mine.chat.session.state.value.account == nil || server.own.count == mine.own.count
                }
                return mine.chat.inspection
            }
            isAll(result)
        }
    }
}
