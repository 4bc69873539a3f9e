import Foundation
import MatrixChat
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

private let tea = "!tea"
private let pot = "mxc://sample.example/pot.png"

final class ImagesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        /// Puts an image into a room.
        func put(_ file: String, of kind: String = "m.room.message", in stage: Stage, room: String = tea) {
            stage.server.change { server in
                _ = server.add(
                    [
                        "type": .string(kind), "sender": "@ada:sample.example",
                        "content": [
                            "msgtype": "m.image", "body": .string(file),
                            "url": .string("mxc://sample.example/\(file)"),
                            "info": ["w": 120, "h": 90, "size": 32_000],
                        ],
                    ],
                    to: room
                )
            }
        }
        func screen(_ stage: Stage, hasPictures: Bool = true) -> ChatScreen {
            ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 140, rows: 40)),
                on: stage.scheduler,
                pace: .zero,
                hasPictures: hasPictures
            )
        }
        func text(_ screen: ChatScreen) -> String { screen.canvas.value.text.joined(separator: "\n") }
        func requests(of file: String, _ stage: Stage) -> Int { stage.server.change { $0.media.requests[file] ?? 0 } }
        func status(of file: String) -> ImageStatus? {
            stage.chat.images.state.value.shown["mxc://sample.example/\(file)"]
        }

        describe("an image") {
            it("is drawn below its name and size, two pixels in a cell") {
                put("pot.png", in: stage)
                stage.signIn()
                let screen = screen(stage)
                stage.scheduler.advance(by: .seconds(1))
                let lines = screen.canvas.value.text
                let first = lines.firstIndex { $0.contains("@ada:sample.example: [image pot.png 120×90 32 kB]") } ?? 0
                // 120×90 in at most 40×20 pixels are 26×20, in ten rows of cells.
                let blocks = lines.dropFirst(first + 1).prefix { $0.contains("▀") }
                expect(blocks).to(haveCount(10))
                expect(blocks.allSatisfy { $0.filter { $0 == "▀" }.count == 26 }).to(beTrue())
                // Two rows of the sky are one cell: the upper one is its text, the lower one is behind it.
                let drawn = "\(screen.canvas.value)"
                expect(drawn).to(match("color 19[0-9], 21[0-9], 235, on 19[0-9], 21[0-9], 235"))
            }

            it("is a line alone, and not fetched, where the terminal has no such colours") {
                put("pot.png", in: stage)
                stage.signIn()
                let screen = screen(stage, hasPictures: false)
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).to(contain("@ada:sample.example: [image pot.png 120×90 32 kB]"))
                expect(text(screen)).toNot(contain("▀"))
                expect(requests(of: "pot.png", stage)).to(equal(0))
            }

            it("may be a sticker") {
                put("wheel.png", of: "m.sticker", in: stage)
                stage.signIn()
                let screen = screen(stage)
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).to(contain("[image wheel.png"))
                expect(text(screen)).to(contain("▀▀▀"))
            }

            it("says why it is not shown, where it is damaged, missing, or not at the homeserver at all") {
                put("torn.png", in: stage)
                put("nowhere.png", in: stage)
                stage.server.change { server in
                    _ = server.add(
                        [
                            "type": "m.room.message", "sender": "@ada:sample.example",
                            "content": ["msgtype": "m.image", "body": "odd.png", "url": "https://example.org/odd.png"],
                        ],
                        to: tea
                    )
                }
                stage.signIn()
                let screen = screen(stage)
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).to(contain("(not shown: it ends too early)"))
                expect(text(screen)).to(contain("(not shown: The sample says M_NOT_FOUND.)"))
                expect(text(screen)).to(contain("odd.png] (not shown: its address is damaged)"))
            }
        }

        describe("the bytes of an image") {
            it("are fetched once for two rows, for two rooms, and where one comes back to it") {
                for room in [tea, tea, "!mill"] { put("pot.png", in: stage, room: room) }
                stage.signIn()
                let screen = screen(stage)
                stage.scheduler.advance(by: .milliseconds(5))
                for _ in 0..<6 {
                    _ = screen.press(.down)
                    stage.scheduler.advance(by: .milliseconds(3))
                    _ = screen.press(.up)
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(requests(of: "pot.png", stage)).to(equal(1))
                expect(text(screen)).to(contain("▀"))
            }

            it("are fetched a few at a time, the lowest image first, and not those that are far above") {
                for number in 0..<200 { put("number\(number).png", in: stage) }
                stage.signIn()
                stage.server.change { $0.limit = 1_000 }
                let screen = screen(stage)
                stage.scheduler.advance(by: .milliseconds(15))
                expect(stage.server.change { $0.media.requests.keys.sorted() }).to(
                    equal(["number197.png", "number198.png", "number199.png"])
                )
                stage.scheduler.advance(by: .seconds(3))
                expect(stage.server.change { $0.media.requests.count }).to(beLessThan(41))
                withExtendedLifetime(screen) {}
            }

            it("are fetched again after a failure that may pass, later each time") {
                put("pot.png", in: stage)
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
                stage.network.isUp = false
                let screen = screen(stage)
                stage.scheduler.advance(by: .seconds(10))
                expect(text(screen)).to(contain("(not shown: "))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(20))
                expect(text(screen)).to(contain("▀"))
                expect(requests(of: "pot.png", stage)).to(equal(1))
            }

            it("are asked for by a login, small, and otherwise as the homeserver knows it") {
                put("pot.png", in: stage)
                put("river.jpg", in: stage)
                stage.signIn()
                stage.server.change { $0.media.hasThumbnails = false }
                var shown = screen(stage)
                stage.scheduler.advance(by: .seconds(1))
                let path = "/_matrix/client/v1/media/%@/sample.example/river.jpg"
                let requests = stage.network.requests.filter { $0.hasSuffix("river.jpg") }
                expect(requests).to(
                    equal(["thumbnail", "download"].map { "GET " + path.replacingOccurrences(of: "%@", with: $0) })
                )
                expect(status(of: "river.jpg")).toNot(beNil())

                let old = Stage()
                put("pot.png", in: old)
                old.server.change { $0.media.isOld = true }
                old.signIn()
                shown = screen(old)
                old.scheduler.advance(by: .seconds(1))
                expect(old.network.requests.suffix(2)).to(
                    equal([
                        "GET /_matrix/client/v1/media/thumbnail/sample.example/pot.png",
                        "GET /_matrix/media/v3/thumbnail/sample.example/pot.png",
                    ])
                )
                expect(text(shown)).to(contain("▀"))
            }

            it("show their progress, in the row and in the line of the status") {
                stage.server.change { $0.media.pace = .milliseconds(100) }
                put("pot.png", in: stage)
                stage.signIn()
                let screen = screen(stage)
                let canvas = screen.canvas
                let subscription = canvas.observe { _ in }
                stage.scheduler.advance(by: .milliseconds(250))
                expect(text(screen)).to(match("\\(fetching, [1-9][0-9] %\\)"))
                expect(text(screen)).to(match("Fetching an image, [1-9][0-9] %"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).toNot(contain("etching"))
                subscription.cancel()
            }

            it("are kept on disk for the next run, in a folder of their owner's") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                let images = folder.appendingPathComponent("images")
                defer { try? FileManager.default.removeItem(at: folder) }
                let stage = Stage(imagesIn: images)
                /// Lets time pass until the image is there: the disk is none of the scheduler's.
                func showImage() async throws {
                    let screen = screen(stage)
                    for _ in 0..<2_000 {
                        if case .loaded = stage.chat.images.state.value.shown[pot] { break }
                        stage.scheduler.advance(by: .milliseconds(20))
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    expect(text(screen)).to(contain("▀"))
                }
                put("pot.png", in: stage)
                stage.signIn()
                try await showImage()
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(1))
                try await showImage()
                expect(requests(of: "pot.png", stage)).to(equal(1))
                let attributes = try FileManager.default.attributesOfItem(atPath: images.path)
                expect(attributes[.posixPermissions] as? Int).to(equal(0o700))
            }
        }
    }
}
