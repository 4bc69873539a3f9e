import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Whatever becomes of requests and answers, what is missing is there in the end, once and in order.
final class GapOrdersSpec: Spec {
    func testSpec() {
        it("closes each gap for which the user has asked, and has all in order") {
            let result = try explore(faults: 2, steps: orders(2_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                server.change { $0.limit = 2 }
                let mine = try ExploredChat(in: world, at: server, over: world.network(), refusing: [])
                var (count, asked) = (0, [String]())
                func gap() -> MessageRow? { mine.messages.last { $0.words == "(gap)" } }
                world.may("ada writes a lot", times: 2) {
                    server.change { state in
                        for _ in 0..<4 {
                            count += 1
                            state.say("\(count)", in: server.room)
                        }
                    }
                }
                world.may("look further up", times: 2, if: { gap() != nil && !mine.isFilling }) {
                    asked.append(gap()!.id)
                    mine.chat.fillLastGap(of: server.room)
                }
                world.compare("asked") { asked }
                world.always("no message twice, and all in order") {
                    let shown = mine.rows.filter { $0 != "(gap)" }
                    return shown == server.texts.filter(Set(shown).contains)
                }
                world.atRest("a gap is closed where the user has asked for it") {
                    !mine.messages.contains { asked.contains($0.id) }
                }
                return mine.chat.inspection
            }
            isAll(result)
        }
    }
}
