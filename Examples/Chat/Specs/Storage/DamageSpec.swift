import Millrace
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What was saved, and is not as it was written.
final class DamageSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        /// Changes a byte of the records behind the last snapshot.
        func damage(_ folder: String) {
            let files = stage.disk.files.filter { $0.key.hasPrefix(folder) && $0.key.hasSuffix(".tail") }
            let file = files.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }!
            stage.disk.files[file.key]?[file.value.count / 2] ^= 0xFF
        }
        func screen() -> ChatScreen {
            let size = Observable(TerminalSize(columns: 100, rows: 12))
            return ChatScreen(of: stage.chat, size: size, on: stage.scheduler, pace: .zero)
        }

        beforeEach {
            stage.server.change { _ = $0.say("one", in: tea) }
            stage.signIn()
            for _ in 0..<3 {
                stage.server.change { _ = $0.say("again", in: tea) }
                stage.scheduler.advance(by: .seconds(1))
            }
        }

        it("is told of as long as the user has not seen it, if it is of the log") {
            expect(stage.chat.damage.value).to(beNil())
            damage("/chat/log")
            try await stage.restart()
            expect(stage.chat.damage.value).to(
                match("^Some of what was kept could not be read: record [0-9]+ is damaged")
            )
            stage.scheduler.advance(by: .seconds(1))
            let screen = screen()
            expect(screen.canvas.value.text.joined()).to(contain("Some of what was kept could not be read"))
            expect(screen.press(.escape)).to(equal(.goOn))
            expect(screen.canvas.value.text.joined()).toNot(contain("Some of what was kept"))
            expect(stage.rows(tea)).to(equal(["one", "again", "again", "again"]))
        }

        it("is told of if it is of the outbox, which makes its keys anew then") {
            stage.network.isUp = false
            for text in ["two", "three", "four"] { stage.chat.send(text, to: tea) }
            damage("/chat/outbox")
            stage.network.isUp = true
            try await stage.restart()
            expect(stage.chat.damage.value).toNot(beNil())
            let keys = stage.chat.sending.state.value.outbox.entries.map(\.key)
            stage.chat.send("five", to: tea)
            let new = stage.chat.sending.state.value.outbox.entries.map(\.key).filter { !keys.contains($0) }
            expect(new.map(\.text)).to(haveCount(1))
            expect(new.first?.text).to(match("~.+-1$"))
            stage.scheduler.advance(by: .seconds(70))
            expect(stage.server.change { $0.texts(in: tea) }.last).to(equal("five"))
            try await stage.restart()
            expect(stage.chat.damage.value).to(beNil())
        }
    }
}
