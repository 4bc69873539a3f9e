import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// The chat cannot encrypt: what it sent to an encrypted room would stand there for everybody to read.
final class EncryptedRoomSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        func encrypt() {
            stage.server.change {
                _ = $0.add(
                    [
                        "type": "m.room.encryption", "state_key": "", "sender": "@ada:x",
                        "content": ["algorithm": "m.megolm.v1.aes-sha2"],
                    ],
                    to: tea
                )
            }
        }
        func sends() -> [String] { stage.network.requests.filter { $0.contains("/send/") || $0.contains("/media/") } }
        var texts: [String] { stage.server.change { $0.texts(in: tea) } }

        beforeEach { stage.server.change { _ = $0.say("one", in: tea) } }

        describe("an encrypted room") {
            it("is sent nothing, and the message says why") {
                encrypt()
                stage.signIn()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                expect(stage.chat.view(of: tea).value?.rows.last?.delivery).to(
                    equal(.refused("The room is encrypted, and this chat cannot encrypt."))
                )
                stage.chat.dispatcher.dispatch(Resend(room: tea))
                stage.scheduler.advance(by: .seconds(1))
                expect(sends()).to(beEmpty())
            }

            it("is sent no image, and none is uploaded") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
                try SampleImages.jpeg.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                encrypt()
                stage.signIn()
                stage.chat.conversations.dispatch(stage.chat.sendingFile(file), to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea).last).to(equal("\(file.lastPathComponent) !"))
                expect(sends()).to(beEmpty())
            }

            it("is sent nothing that has waited when it became one") {
                stage.signIn()
                stage.network.isUp = false
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(4))
                encrypt()
                // What is asked for first is what is new.
                stage.chat.dispatcher.dispatch(SyncPaused())
                stage.scheduler.advance(by: .milliseconds(10))
                let count = sends().count
                stage.network.isUp = true
                stage.chat.dispatcher.dispatch(SyncResumed())
                stage.scheduler.advance(by: .milliseconds(100))
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                expect(sends()).to(haveCount(count))
                expect(texts).to(equal(["one"]))
            }

            it("is sent nothing in the next run either, and the refusal is still there") {
                encrypt()
                stage.signIn()
                stage.chat.send("two", to: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.sending.state.value.outbox.refused).to(haveCount(1))
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(70))
                expect(stage.rows(tea)).to(equal(["one", "two !"]))
                expect(sends()).to(beEmpty())
            }

            it("may have messages deleted, since that says nothing") {
                encrypt()
                stage.signIn()
                stage.chat.redact("$1", in: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.rows(tea)).to(equal(["(deleted)"]))
            }

            it("is known as one, whatever the event says of how") {
                for content: JSONValue in [["algorithm": "m.megolm.v1.aes-sha2"], [:], "no object"] {
                    let update = RoomUpdate(
                        tea,
                        .joined,
                        [
                            "state": [
                                "events": [
                                    ["type": "m.room.name", "state_key": "", "content": ["name": "Tea"]],
                                    ["type": "m.room.encryption", "state_key": "", "content": content],
                                ]
                            ]
                        ]
                    )
                    expect(update.facts).to(equal([.name("Tea"), .encrypted]))
                }
            }

            it("has a lock, keeps what is written, and says why it is not sent") {
                encrypt()
                stage.signIn()
                let screen = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 100, rows: 16)),
                    on: stage.scheduler,
                    pace: .zero
                )
                for character in "two" { _ = screen.press(.character(character)) }
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                let lines = screen.canvas.value.text
                expect(lines[0]).to(match("🔒 +Empty room"))
                expect(lines[1]).to(match("^🔒 +Empty room"))
                expect(lines.joined()).to(contain("The room is encrypted, and this chat cannot encrypt.", "› two"))
                expect(stage.rows(tea)).to(equal(["one"]))
                expect(sends()).to(beEmpty())
                withExtendedLifetime(screen) {}
            }
        }
    }
}
