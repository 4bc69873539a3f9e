import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

final class ImageSendingSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        // Large enough to be sent in several pieces.
        @TestState var pot = SampleImages.pot + Data(count: 30_000)
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        /// Sends an image that is in a file.
        func send(_ name: String = "pot.png") {
            stage.chat.conversations.dispatch(stage.chat.sendingFile(folder.appendingPathComponent(name)), to: tea)
        }
        func uploads() -> Int { stage.network.requests.count { $0.contains("/media/v3/upload") } }
        /// Waits until the file is there, and the answer on its way.
        func waitForUpload() {
            for _ in 0..<1_000 where stage.server.change({ $0.media.files["upload1"] }) == nil {
                stage.scheduler.advance(by: .milliseconds(1))
            }
        }
        /// The content of the last event.
        func lastContent() -> JSONValue? { stage.server.change { $0.rooms[tea]?.events.last?.event["content"] } }

        beforeEach {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try pot.write(to: folder.appendingPathComponent("pot.png"))
            try Data("no image".utf8).write(to: folder.appendingPathComponent("notes.txt"))
            stage.server.change { _ = $0.say("one", in: tea) }
            stage.signIn()
        }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        describe("an image that is sent") {
            it("stands there, is uploaded, and is confirmed by the server's event") {
                send()
                stage.scheduler.advance(by: .zero)
                expect(stage.rows(tea)).to(equal(["one", "pot.png …"]))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "pot.png"]))
                expect(lastContent()).to(
                    equal([
                        "msgtype": "m.image", "body": "pot.png", "url": "mxc://sample.example/upload1",
                        "info": ["mimetype": "image/png", "size": .number(Double(pot.count)), "w": 120, "h": 90],
                    ])
                )
                expect(stage.server.change { $0.media.files["upload1"] }).to(equal(pot))
            }

            it("is in order with the texts before and after it") {
                stage.chat.send("two", to: tea)
                send()
                stage.scheduler.advance(by: .zero)
                stage.chat.send("three", to: tea)
                expect(stage.rows(tea)).to(equal(["one", "two …", "pot.png …", "three …"]))
                stage.scheduler.advance(by: .seconds(2))
                expect(stage.server.change { $0.texts(in: tea) }).to(equal(["one", "two", "pot.png", "three"]))
            }

            it("shows how much of it is sent") {
                stage.server.change { $0.media.pace = .milliseconds(100) }
                let size = Observable(TerminalSize(columns: 90, rows: 20))
                let screen = ChatScreen(of: stage.chat, size: size, on: stage.scheduler, pace: .zero)
                let canvas = screen.canvas
                let subscription = canvas.observe { _ in }
                send()
                stage.scheduler.advance(by: .milliseconds(220))
                expect(canvas.value.text.joined(separator: "\n")).to(match("\\(on its way, [1-9][0-9] %\\)"))
                stage.scheduler.advance(by: .seconds(2))
                expect(canvas.value.text.joined(separator: "\n")).toNot(contain("on its way"))
                subscription.cancel()
            }

            it("is not fetched, since its bytes were here") {
                let size = Observable(TerminalSize(columns: 90, rows: 30))
                let screen = ChatScreen(
                    of: stage.chat,
                    size: size,
                    on: stage.scheduler,
                    pace: .zero,
                    images: .iTerm
                )
                send()
                stage.scheduler.advance(by: .seconds(2))
                _ = screen.press(.control("v"))
                stage.scheduler.advance(by: .seconds(1))
                expect(screen.canvas.value.overlay).toNot(beNil())
                expect(stage.server.change { $0.media.requests }).to(beEmpty())
            }

            it("is uploaded once, and sent when the network is back") {
                send()
                // The upload has arrived; the event has not.
                waitForUpload()
                stage.scheduler.advance(by: .milliseconds(1))
                stage.network.isUp = false
                stage.scheduler.advance(by: .seconds(20))
                expect(stage.rows(tea)).to(equal(["one", "pot.png …"]))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "pot.png"]))
                expect(uploads()).to(equal(1))
            }

            it("survives a restart without a network, with its bytes, until it is uploaded") {
                stage.network.isUp = false
                send()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(6))
                try await stage.restart()
                try FileManager.default.removeItem(at: folder)
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(70))
                expect(Set(stage.server.change { $0.texts(in: tea) })).to(equal(["one", "pot.png", "two"]))
                expect(stage.server.change { $0.media.files["upload1"] }).to(equal(pot))
                let kept = stage.disk.files.keys.filter { $0.hasPrefix("/chat/uploads/") }
                expect(kept).to(beEmpty())
            }

            it("stays where the homeserver refuses it, and is sent again or discarded") {
                stage.server.change { $0.closedRooms = [tea] }
                send()
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "pot.png !"]))
                stage.server.change { $0.closedRooms = [] }
                stage.chat.dispatcher.dispatch(Resend(room: tea))
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "pot.png"]))
                expect(uploads()).to(equal(1))
            }

            it("is refused with the reason where its file is none, or no image") {
                for (name, problem) in [
                    ("missing.png", "missing.png cannot be read"),
                    ("notes.txt", "notes.txt is no PNG, JPEG, GIF or WebP"),
                ] {
                    send(name)
                    stage.scheduler.advance(by: .seconds(1))
                    expect(stage.chat.view(of: tea).value?.problem).to(equal(problem))
                    expect(stage.rows(tea)).to(equal(["one"]))
                }
            }
        }
    }
}
