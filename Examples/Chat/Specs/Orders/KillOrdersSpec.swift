import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Wherever the program ends, what it has shown is sent in the end, once.
final class KillOrdersSpec: Spec {
    func testSpec() {
        it("sends once what it has shown, wherever it ends") {
            let result = try explorePrograms(faults: 1, ends: 1, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let disk = SimulatedDisk(seed: 1)
                var (mine, isSeen) = (ExploredChat?.none, false)
                try world.program("chat") {
                    mine = nil
                    do {
                        let chat = try ExploredChat(
                            in: world,
                            at: server,
                            over: world.network(),
                            refusing: [],
                            on: disk
                        )
                        mine = chat
                        world.may("send", if: { !chat.rows.isEmpty }) { chat.chat.send("tea", to: server.room) }
                        return chat.chat.inspection
                    } catch  where disk.isStopped {
                        // It has ended while it began.
                        return Inspection(of: Store(0, on: Dispatcher(on: world.scheduler), name: "ended"))
                    }
                }
                world.compare("seen") { isSeen }
                world.always("no message twice") {
                    if mine?.own.isEmpty == false { isSeen = true }
                    return (mine?.own.count ?? 0) < 2 && server.own.count < 2
                }
                world.atRest("what was shown is at the server") { !isSeen || server.own == ["tea"] }
                world.atRest("what is shown is what the server has") {
                    mine?.rows
                } equals: {
                    server.texts
                }
            }
            isAll(result)
        }
    }
}
