import Millrace
import MillraceApp
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

final class ChatScreenSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var canvas: Observable<TerminalCanvas>!
        var text: String { canvas.value.text.joined(separator: "\n") }

        func type(_ text: String) {
            for character in text { _ = screen.press(.character(character)) }
        }

        beforeEach {
            stage.server.change { server in
                server.name("@ada:sample.example", "Ada", in: "!mill")
                server.say("the water is high", in: "!mill")
                server.name("@bo:sample.example", "Bo", in: "!tea")
                server.say("the kettle is on", by: "@bo:sample.example", in: "!tea")
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 80, rows: 16)),
                on: stage.scheduler,
                pace: .zero
            )
            canvas = screen.canvas
        }
        afterEach { (screen, canvas) = (nil, nil) }

        describe("the screen") {
            it("shows the rooms, and that in which something has happened last") {
                expect(canvas.value.text[0]).to(contain("Bo"))
                expect(text).to(contain("Bo: the kettle is on"))
                expect(text).to(contain("Ada"))
                expect(text).to(contain("── 2026-11-18 ──"))
            }

            it("shows at once what a key has done, however soon it comes after another") {
                let paced = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 80, rows: 16)),
                    on: stage.scheduler
                )
                var shown = ""
                let observation = paced.canvas.observe { shown = $0.text.joined(separator: "\n") }
                for character in "brew" { _ = paced.press(.character(character)) }
                _ = paced.press(.enter)
                withExtendedLifetime(observation) { expect(shown).to(contain("you: brew")) }
            }

            it("shows a key on the smallest screen") {
                let small = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 20, rows: 5)),
                    on: stage.scheduler,
                    pace: .zero
                )
                expect(small.canvas.value.text[4]).to(contain("keys"))
            }

            it("shows when something has happened in a room, and where there is space its last message") {
                expect(canvas.value.text[1]).to(match("^Bo +1 [0-9]{2}:[0-9]{2}$"))
                expect(canvas.value.text[2]).to(match("^Ada +1 [0-9]{2}:[0-9]{2}$"))
                let tall = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 80, rows: 30)),
                    on: stage.scheduler,
                    pace: .zero
                )
                expect(tall.canvas.value.text[2]).to(match("^ Bo: the kettle is on"))
                expect(tall.canvas.value.text[3]).to(match("^Ada "))
                expect(tall.canvas.value.text[4]).to(match("^ Ada: the water is high"))
            }

            it("shows as many rooms as there is space for, and always the selected one") {
                stage.server.change { server in
                    for number in 1...40 { server.say("hello", in: "!r\(number)") }
                }
                stage.scheduler.advance(by: .seconds(1))
                for rows in [16, 30] {
                    let screen = ChatScreen(
                        of: stage.chat,
                        size: Observable(TerminalSize(columns: 80, rows: rows)),
                        on: stage.scheduler,
                        pace: .zero
                    )
                    let isShown = { screen.canvas.value.text.dropFirst().filter { $0.hasPrefix("Empty room") } }
                    for _ in 0..<50 { _ = screen.press(.up) }
                    expect(isShown()).to(haveCount(14))
                    for _ in 0..<50 { _ = screen.press(.down) }
                    expect(screen.canvas.value.text.contains { $0.hasPrefix("Ada ") }).to(beTrue())
                    expect(isShown()).to(haveCount(12))
                }
            }

            it("goes to another room, and keeps what is being written in each") {
                type("hel")
                _ = screen.press(.down)
                expect(text).to(contain("Ada: the water is high"))
                expect(text).toNot(contain("› hel"))
                _ = screen.press(.up)
                expect(text).to(contain("› hel"))
            }

            it("sends what is written, dim until it is confirmed") {
                type("hello")
                _ = screen.press(.enter)
                expect(text).to(contain("you: hello"))
                expect(text).to(contain("(on its way)"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).toNot(contain("(on its way)"))
                expect(stage.server.change { $0.texts(in: "!tea").last }).to(equal("hello"))
            }

            it("writes several lines, and shows them") {
                type("one")
                _ = screen.press(.alt("\r"))
                type("two")
                _ = screen.press(.paste("\rthree\n"))
                expect(canvas.value.text.suffix(5).dropLast().map { String($0.dropFirst(26)) })
                    .to(equal(["› one", "  two", "  three", ""]))
                _ = screen.press(.up)
                _ = screen.press(.up)
                type("!")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.server.change { $0.texts(in: "!tea").last }).to(equal("one\n!two\nthree"))
                expect(text).to(match("you: one\n[^\n]*!two\n[^\n]*three\n"))
            }

            it("leaves the first and the last line for another room, and keeps the lines of what is written") {
                type("one")
                _ = screen.press(.control("j"))
                type("two")
                for _ in 0..<2 { _ = screen.press(.down) }
                expect(text).to(contain("Ada: the water is high"))
                _ = screen.press(.up)
                expect(screen.field.value.lineCount).to(equal(2))
                _ = screen.press(.up)
                expect(text).to(contain("Bo: the kettle is on"))
            }

            it("says which key sends what was refused again") {
                stage.server.change { $0.closedRooms = ["!tea"] }
                type("hello")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                expect(words).to(contain("(not sent:"))
                expect(words).to(contain("ctrl-r tries again"))
                stage.server.change { $0.closedRooms = [] }
                _ = screen.press(.control("r"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text).toNot(contain("ctrl-r tries again"))
                expect(stage.server.change { $0.texts(in: "!tea").last }).to(equal("hello"))
            }

            it("deletes one's last message, after a question") {
                stage.chat.send("hello", to: "!tea")
                stage.scheduler.advance(by: .seconds(1))
                _ = screen.press(.control("x"))
                expect(text).to(contain("Delete “hello”? enter deletes, esc does not"))
                _ = screen.press(.escape)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("you: hello"))
                _ = screen.press(.control("x"))
                _ = screen.press(.enter)
                expect(text).to(contain("you: (deleted)"))
            }

            it("lists the rooms with, and back") {
                _ = screen.press(.control("f"))
                type("ada")
                expect(stage.chat.route.state.value.top).to(equal(.search))
                expect(canvas.value.text[1]).to(contain("Ada"))
                _ = screen.press(.escape)
                expect(canvas.value.text[2]).to(contain("Ada"))
                expect(screen.press(.escape)).to(equal(.quit))
            }

            it("asks for the password after a log-out elsewhere, hides it, and is back where it was") {
                stage.server.change { $0.signOutAll() }
                stage.scheduler.advance(by: .seconds(40))
                expect(text).to(contain("This device has been signed out."))
                expect(screen.press(.escape)).to(equal(.goOn))
                _ = screen.press(.escape)
                type("sesame")
                expect(text).to(contain("••••••"))
                expect(text).toNot(contain("sesame"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).toNot(contain("Password"))
                expect(text).to(contain("Bo: the kettle is on"))
            }

            it("asks before it quits where it asks for the password, and shows no draft in its place") {
                type("a draft")
                stage.server.change { $0.signOutAll() }
                stage.scheduler.advance(by: .seconds(40))
                expect(text).to(contain("Password of"))
                expect(text).toNot(contain("•"))
                expect(screen.press(.escape)).to(equal(.goOn))
                expect(text).to(contain("Quit, and lose what is written?"))
                expect(screen.press(.escape)).to(equal(.goOn))
                expect(text).to(contain("Password of"))
                expect(text).toNot(contain("•"))
                type("sesame")
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(text).to(contain("a draft"))
                _ = screen.press(.escape)
                expect(screen.press(.enter)).to(equal(.quit))
            }

            it("has the topic over the room until that is deleted") {
                let topic = stage.server.change { server in
                    server.add(
                        [
                            "type": "m.room.topic", "state_key": "", "sender": "@ada:sample.example",
                            "content": ["topic": "kettles and cups"],
                        ],
                        to: "!tea"
                    )
                }
                stage.scheduler.advance(by: .seconds(1))
                expect(canvas.value.text[0]).to(contain(": kettles and cups"))
                stage.chat.redact(topic, in: "!tea")
                stage.scheduler.advance(by: .seconds(1))
                expect(canvas.value.text[0]).toNot(contain("kettles"))
                expect(canvas.value.text[0].hasSuffix(":")).to(beFalse())
            }

            it("fetches older messages where one scrolls up to them") {
                stage.server.change { server in for number in 1...80 { server.say("number \(number)", in: "!tea") } }
                stage.scheduler.advance(by: .seconds(1))
                for _ in 0..<20 {
                    _ = screen.press(.pageUp)
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(text).to(contain("the kettle is on"))
            }

            it("tells the homeserver what is seen") {
                expect(stage.chat.badge.value.unread).to(equal(2))
                _ = screen.press(.pageDown)
                stage.scheduler.advance(by: .seconds(1))
                expect(stage.chat.badge.value.unread).to(equal(1))
            }

            it("fits every size") {
                for (columns, rows) in [(1, 1), (20, 3), (59, 8), (200, 60)] {
                    let view = ChatScreen(
                        of: stage.chat,
                        size: Observable(TerminalSize(columns: columns, rows: rows)),
                        on: stage.scheduler
                    )
                    expect(view.canvas.value.text).to(haveCount(rows))
                }
            }

            it("shows all keys") {
                _ = screen.press(.character("?"))
                expect(text).to(contain("lists the rooms with"))
                _ = screen.press(.escape)
                expect(text).to(contain("the kettle is on"))
            }
        }
    }
}
