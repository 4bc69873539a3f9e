import Millrace
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// Answers, edits and reactions on the screen.
final class ComposingSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var text: String {
            screen.canvas.value.text.map { $0.dropFirst(26).drop { $0 == " " } }.joined(separator: "\n")
        }
        func type(_ text: String) { for character in text { _ = screen.press(.character(character)) } }
        func press(_ keys: TerminalKey...) {
            for key in keys { _ = screen.press(key) }
            stage.scheduler.advance(by: .seconds(1))
        }
        func body() -> String? { stage.server.change { $0.texts(in: tea).last } }

        beforeEach {
            stage.server.change { server in
                server.name("@bo:sample.example", "Bo", in: tea)
                server.say("the kettle is on", by: "@bo:sample.example", in: tea)
                server.say("mine", by: SampleHomeserver.user, in: tea)
                server.say("it boils\nover", by: "@bo:sample.example", in: tea)
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 80, rows: 16)),
                on: stage.scheduler,
                pace: .zero
            )
        }
        afterEach { screen = nil }

        describe("an answer") {
            it("is written to the last message, and quotes it") {
                type("So ")
                press(.alt("r"))
                expect(text).to(contain("Your answer to “it boils over”"))
                type("what?")
                press(.enter)
                expect(text).to(match("you: > Bo: it boils over\nSo what\\?"))
                expect(text).toNot(contain("Your answer"))
                expect(body()).to(equal("So what?"))
                type("r")
                expect(text).to(contain("› r"))
            }

            it("is written to the chosen message by a letter alone, and is a message again after escape") {
                press(.tab, .tab, .tab, .character("r"))
                expect(text).to(contain("Your answer to “the kettle is on”"))
                type("Good")
                press(.escape)
                expect(text).toNot(contain("Your answer"))
                expect(text).to(contain("› Good"))
                press(.enter)
                expect(body()).to(equal("Good"))
                expect(text).toNot(contain("> Bo"))
            }

            it("stays one while the user is elsewhere, and in the next run") {
                press(.alt("r"))
                type("later")
                screen = nil
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.conversations[tea]?.state.value.purpose).to(equal(.reply(to: "$4")))
                expect(stage.chat.conversations[tea]?.state.value.draft).to(equal("later"))
            }
        }

        describe("an edit") {
            it("says of what it is also where that has come back meanwhile") {
                type("two")
                _ = screen.press(.enter)
                press(.alt("e"))
                expect(text).to(contain("Another text for “two”"))
                type("!")
                press(.enter)
                expect(text).to(contain("you: two! (edited)"))
                expect(text).toNot(contain("Another text"))
            }

            it("begins with the text of one's last message, and gives back what was being written") {
                type("a draft")
                press(.alt("e"))
                expect(text).to(contain("Another text for “mine”", "› mine"))
                type("!")
                press(.enter)
                expect(text).to(contain("you: mine! (edited)", "› a draft"))
                expect(body()).to(equal("* mine!"))
                press(.alt("e"), .escape)
                expect(text).to(contain("› a draft"))
                expect(text).toNot(contain("Another text"))
                press(.alt("e"), .alt("r"))
                expect(text).to(contain("Your answer", "› a draft"))
            }

            it("is of no message of somebody else's") {
                press(.tab, .character("e"))
                expect(text).toNot(contain("Another text"))
                expect(stage.chat.conversations[tea]?.state.value.purpose).to(beNil())
            }
        }

        describe("a reaction") {
            it("is one of the usual ones by its number, or any other, and is taken back by the same") {
                press(.tab, .character("+"))
                expect(text).to(contain("React to “it boils over”:", "1 👍"))
                type("1")
                press(.enter)
                expect(text).to(contain("[👍 1]"))
                press(.character("+"))
                type("🫖")
                press(.enter)
                expect(text).to(contain("[👍 1] [🫖 1]"))
                press(.character("+"))
                type("👍")
                press(.enter)
                expect(text).toNot(contain("👍 1]"))
                expect(text).to(contain("[🫖 1]"))
            }

            it("is asked for by no letter while something is written, or asked") {
                press(.tab)
                type("r")
                press(.control("u"), .escape)
                press(.tab)
                type("x")
                type("+e")
                expect(text).to(contain("› x+e"))
                press(.control("u"), .control("f"))
                type("rea")
                expect(stage.chat.search.value).to(equal("rea"))
            }
        }
    }
}
