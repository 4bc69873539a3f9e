import Millrace
import MillraceApp
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let (tea, mill) = ("!tea", "!mill")

/// What the screen does by itself, and what only the user does.
final class AttentionSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var text: String { screen.canvas.value.text.joined(separator: "\n") }
        var top: ChatPlace { stage.chat.route.state.value.top }

        func open() {
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 110, rows: 16)),
                on: stage.scheduler,
                pace: .zero
            )
        }
        func type(_ text: String) {
            for character in text { _ = screen.press(.character(character)) }
        }
        func say(_ text: String, in room: String) {
            stage.server.change { _ = $0.say(text, in: room) }
            stage.scheduler.advance(by: .seconds(1))
        }
        func draft(in room: String) -> String { stage.chat.conversations[room]?.state.value.draft ?? "" }

        beforeEach {
            stage.server.change { server in
                server.name("@ada:sample.example", "Ada", in: mill)
                server.say("the water is high", in: mill)
                server.name("@ada:sample.example", "Ada", in: tea)
                server.say("the kettle is on", in: tea)
            }
        }
        afterEach { screen = nil }

        describe("a room from which somebody removes the user") {
            beforeEach {
                stage.signIn()
                open()
                type("my sec")
                stage.server.change { $0.removeUser(from: tea) }
                stage.scheduler.advance(by: .seconds(1))
            }

            it("becomes a page that says so; what is being written stays, and goes nowhere else") {
                type("ret")
                expect(text).to(contain("Ada (@ada:sample.example) has removed you from this room."))
                expect(text).to(contain("› my secret"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("› my secret"))
                expect(stage.server.change { $0.texts(in: mill) }).to(equal(["the water is high"]))
                expect(draft(in: mill)).to(equal(""))
            }

            it("is left by the user, who then is in the next one") {
                _ = screen.press(.escape)
                expect(text).to(contain("the water is high"))
                expect(text).toNot(contain("my sec"))
                expect(draft(in: mill)).to(equal(""))
            }

            it("has what was written again when the user is back") {
                _ = screen.press(.down)
                expect(text).to(contain("the water is high"))
                stage.chat.dispatcher.dispatch(Join(room: tea))
                stage.scheduler.advance(by: .seconds(1))
                expect(top).to(equal(.room(tea)))
                expect(text).to(contain("› my sec"))
            }
        }

        describe("the first room") {
            it("is not selected while somebody writes, and has the text when it is chosen") {
                open()
                type("hel")
                stage.signIn()
                expect(top).to(equal(.rooms))
                type("lo")
                expect(text).to(contain("› hello"))
                _ = screen.press(.down)
                expect(top).to(equal(.room(tea)))
                expect(text).to(contain("› hello"))
                expect(draft(in: tea)).to(equal("hello"))
            }
        }

        describe("a room that was joined") {
            it("is shown once, when nothing is written, and the user goes on from there") {
                stage.server.change { $0.addRoomOutside("!far:sample.example", alias: "#far:sample.example") }
                stage.signIn()
                open()
                _ = screen.press(.control("n"))
                type("#far:sample.example")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(top).to(equal(.room("!far:sample.example")))
                _ = screen.press(.down)
                expect(top).to(equal(.room(tea)))
                say("one more", in: tea)
                type("hello")
                say("and one more", in: tea)
                expect(top).to(equal(.room(tea)))
                expect(text).toNot(contain("You are in"))
            }

            it("is not shown while somebody writes in another one, and that is said") {
                stage.server.change { $0.addRoomOutside("!far:sample.example", alias: "#far:sample.example") }
                stage.signIn()
                open()
                _ = screen.press(.control("n"))
                type("#far:sample.example")
                _ = screen.press(.enter)
                type("hel")
                stage.scheduler.advance(by: .seconds(1))
                type("lo")
                expect(top).to(equal(.room(tea)))
                expect(draft(in: tea)).to(equal("hello"))
                expect(text).to(contain("You are in #far:sample.example now."))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(top).to(equal(.room(tea)))
            }
        }

        describe("what is read") {
            func unread() -> Int { stage.chat.badge.value.unread }

            beforeEach {
                stage.signIn()
                open()
                stage.scheduler.advance(by: .seconds(1))
            }

            it("is nothing when the program starts") {
                expect(text).to(contain("the kettle is on"))
                expect(unread()).to(equal(2))
            }

            it("is nothing while one looks through the list, or searches it") {
                for key: TerminalKey in [.down, .up, .control("f"), .character("m"), .escape] {
                    _ = screen.press(key)
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(unread()).to(equal(2))
                expect(stage.network.requests.filter { $0.hasSuffix("read_markers") }).to(beEmpty())
            }

            it("is the room in which one does something, and what comes there from then on") {
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(unread()).to(equal(1))
                say("tea is ready", in: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(unread()).to(equal(1))
                _ = screen.press(.down)
                _ = screen.press(.up)
                say("more tea", in: tea)
                stage.scheduler.advance(by: .seconds(1))
                expect(unread()).to(equal(2))
            }
        }

        describe("a wrong password") {
            it("is followed by the next one of the same user") {
                open()
                stage.chat.dispatcher.dispatch(SignIn(user: "ada", password: Secret("wrong")))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("Password of ada:"))
                type("sesame")
                _ = screen.press(.enter)
                expect(stage.chat.session.state.value).to(equal(.signingIn(user: "ada")))
            }
        }

        describe("escape") {
            it("asks before it quits, if something is written anywhere") {
                stage.signIn()
                open()
                type("hello")
                _ = screen.press(.down)
                expect(screen.press(.escape)).to(equal(.goOn))
                expect(text).to(contain("Quit, and lose what is written?"))
                expect(screen.press(.escape)).to(equal(.goOn))
                expect(top).to(equal(.room(mill)))
                _ = screen.press(.escape)
                expect(screen.press(.enter)).to(equal(.quit))
            }
        }

        describe("a room that was replaced") {
            it("says so, and leads to the other one") {
                stage.server.change { server in
                    server.addRoomOutside("!new:sample.example")
                    server.add(
                        [
                            "type": "m.room.tombstone", "state_key": "", "sender": "@ada:sample.example",
                            "content": ["body": "We have moved.", "replacement_room": "!new:sample.example"],
                        ],
                        to: tea
                    )
                }
                stage.signIn()
                open()
                expect(text).to(contain("Ada replaced the room with another one: We have moved."))
                expect(text).to(contain("The room goes on in another one: ctrl-n, enter."))
                _ = screen.press(.control("n"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(top).to(equal(.room("!new:sample.example")))
            }
        }
    }
}
