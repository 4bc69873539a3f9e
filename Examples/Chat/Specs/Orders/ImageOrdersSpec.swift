import Foundation
import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import SampleHomeserver
import TestSupport

@testable import MatrixChat

/// Whatever becomes of requests and answers, a picture is sent whole and once, and none is fetched that nobody looks at.
final class ImageOrdersSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        beforeEach {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try SampleImages.pot.write(to: folder.appendingPathComponent("pot.png"))
        }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        it("uploads a picture once, and sends it once") {
            let file = folder.appendingPathComponent("pot.png")
            let result = try explore(faults: 2, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(in: world, at: server, over: world.network(), refusing: [413, 429])
                world.may("send a picture") {
                    mine.chat.conversations.dispatch(mine.chat.sendingFile(file), to: server.room)
                }
                world.always("a picture that has an address is not uploaded again") { mine.uploads < 2 }
                world.always("no picture twice") { mine.own.count < 2 && server.own.count < 2 }
                world.atRest("what is shown as sent is at the server, and nothing else") {
                    mine.own.filter { !$0.isRefused }.map(\.words)
                } equals: {
                    server.own
                }
                return mine.chat.inspection
            }
            isAll(result)
        }

        it("fetches no picture for a page that is closed, and shows that of the one that is open") {
            let result = try explore(faults: 1, steps: orders(3_000), time: .seconds(600)) { world in
                let server = NewsServer(clock: world.scheduler)
                let mine = try ExploredChat(in: world, at: server, over: world.network())
                let names = ["pot.png", "wheel.png"]
                var shown: ShownImage? { mine.chat.image.state.value }
                for name in names {
                    world.may("open \(name)", if: { shown == nil }) {
                        mine.chat.dispatcher.dispatch(ShowImage(address: "mxc://sample.example/\(name)"))
                    }
                }
                world.may("close", times: 2, if: { shown != nil }) {
                    mine.chat.dispatcher.dispatch(ShowImage(address: nil))
                }
                // What is in the cache is not asked for again.
                world.compare("fetched") { server.change { $0.media.requests } }
                world.always("no picture is fetched for a page that is closed") {
                    shown != nil || !mine.chat.image.isInFlight("image").value
                }
                world.always("the picture is that of the page") {
                    guard let shown, case .loaded(let file) = shown.status else { return true }
                    return file.data
                        == SampleImages.files[String(shown.address.dropFirst("mxc://sample.example/".count))]
                }
                world.atRest("a page that is open has its picture") {
                    guard let shown else { return true }
                    if case .loaded = shown.status { return true }
                    return false
                }
                return mine.chat.inspection
            }
            isAll(result)
        }
    }
}
