import Millrace
import MillraceApp
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// The line where what is new to the user begins.
final class NewMessagesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!

        /// The texts of the room, with a bar before what is new.
        var rows: [String] {
            stage.chat.view(of: tea).value?.rows.flatMap { $0.isFirstNew ? ["|", $0.words] : [$0.words] } ?? []
        }
        func say(_ text: String, by sender: String = "@ada:sample.example") {
            stage.server.change { _ = $0.say(text, by: sender, in: tea) }
            stage.scheduler.advance(by: .seconds(2))
        }
        func open(_ room: String) {
            stage.chat.dispatcher.dispatch(Go.show(.room(room)))
            stage.scheduler.advance(by: .seconds(2))
        }
        func press(_ key: TerminalKey) {
            _ = screen.press(key)
            stage.scheduler.advance(by: .seconds(2))
        }

        beforeEach {
            stage.server.change { server in
                for text in ["one", "two"] { server.say(text, in: tea) }
                server.say("the water is high", in: "!mill")
                server.change(readTo: 1, in: tea)
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 80, rows: 16)),
                on: stage.scheduler,
                pace: .zero
            )
            open("!mill")
        }
        afterEach { screen = nil }

        it("stands behind what was read elsewhere, stays while the room is open, and is gone the next time") {
            open(tea)
            expect(rows).to(equal(["one", "|", "two"]))
            let lines = screen.canvas.value.text.map { $0.drop { $0 != "─" } }
            expect(lines).to(contain("── new ──"))
            press(.enter)
            say("three")
            expect(rows).to(equal(["one", "|", "two", "three"]))
            open("!mill")
            open(tea)
            expect(rows).to(equal(["one", "two", "three"]))
            say("four")
            expect(rows).to(equal(["one", "two", "three", "|", "four"]))
        }

        it("stands before what has come while the user was in another room, and not before what is the user's own") {
            open(tea)
            press(.enter)
            open("!mill")
            say("mine", by: SampleHomeserver.user)
            open(tea)
            expect(rows).to(equal(["one", "two", "mine"]))
            open("!mill")
            say("three")
            say("four")
            open(tea)
            expect(rows).to(equal(["one", "two", "mine", "|", "three", "four"]))
        }

        it("stands before what has come while the user was further up, or on another page, and not at the end") {
            open(tea)
            press(.enter)
            open("!mill")
            open(tea)
            press(.enter)
            say("three")
            expect(rows).to(equal(["one", "two", "three"]))
            press(.control("p"))
            expect(stage.chat.route.state.value.person).toNot(beNil())
            say("four")
            press(.escape)
            expect(rows).to(equal(["one", "two", "three", "|", "four"]))
        }

        it("is there in the next run, and where the event that was read is fetched later") {
            open("!mill")
            stage.network.isUp = false
            screen = nil
            try await stage.restart()
            open(tea)
            expect(rows).to(equal(["one", "|", "two"]))
            open("!mill")
            stage.network.isUp = true
            stage.server.change { server in
                server.limit = 3
                for number in 3...9 { server.say("\(number)", in: tea) }
            }
            stage.scheduler.advance(by: .seconds(60))
            expect(stage.chat.rooms.state.value.rooms[id: tea]?.lastGap).toNot(beNil())
            open(tea)
            stage.fillGaps(of: tea)
            expect(rows).to(equal(["one", "|", "two"] + (3...9).map(String.init)))
        }

        it("moves with what is read elsewhere while the room is not open") {
            stage.server.change { $0.change(readTo: 2, in: tea) }
            stage.scheduler.advance(by: .seconds(2))
            open(tea)
            expect(rows).to(equal(["one", "two"]))
            press(.enter)
            open("!mill")
            say("three")
            stage.server.change { $0.change(readTo: 3, in: tea) }
            stage.scheduler.advance(by: .seconds(2))
            open(tea)
            expect(rows).to(equal(["one", "two", "three"]))
        }
    }
}
