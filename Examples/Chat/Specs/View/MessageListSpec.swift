import Millrace
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// The list of messages on the screen, and what is deleted in it.
final class MessageListSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var list: MessageList { screen.list }
        var told: [String] = []
        var text: String { screen.canvas.value.text.joined(separator: "\n") }

        func say(_ texts: String..., by sender: String = "@ada:sample.example") {
            stage.server.change { server in for text in texts { server.say(text, by: sender, in: tea) } }
            stage.scheduler.advance(by: .seconds(1))
        }

        func delete(_ event: String) {
            stage.server.change {
                _ = $0.add(
                    ["type": "m.room.redaction", "sender": "@ada:x", "redacts": .string(event), "content": [:]],
                    to: tea
                )
            }
        }

        beforeEach {
            stage.server.change { server in
                server.say("mine", by: SampleHomeserver.user, in: tea)
                server.say("yours", in: tea)
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 80, rows: 12)),
                on: stage.scheduler,
                pace: .zero
            )
            told = []
            list.onChange = { change in
                if case .update(_, let changes) = change { told.append("\(changes)") } else { told.append("all") }
            }
        }
        afterEach { screen = nil }

        describe("a message that the user deletes") {
            it("is greyed by the list itself, which is not told of it; all others are") {
                var others: [String] = []
                let rows = stage.chat.view(of: tea).map { Table($0?.rows ?? []) }.live()
                let observation = rows.observeChanges { change in
                    if case .update(_, let changes) = change { others.append("\(changes)") }
                }
                _ = screen.press(.control("x"))
                _ = screen.press(.enter)
                expect(list.rows.value.map(\.words)).to(equal(["(deleted) …", "yours"]))
                expect(text).to(contain("you: (deleted)"))
                expect(told).to(beEmpty())
                expect(others).to(equal(["~[0→0]"]))
                observation.cancel()
            }

            it("is what the state says, also after the homeserver has confirmed it") {
                _ = screen.press(.control("x"))
                _ = screen.press(.enter)
                expect(list.rows.value).to(equal(stage.chat.view(of: tea).value?.rows))
                stage.scheduler.advance(by: .seconds(1))
                expect(list.rows.value.map(\.words)).to(equal(["(deleted)", "yours"]))
                expect(list.rows.value).to(equal(stage.chat.view(of: tea).value?.rows))
                expect(told).to(equal(["~[0→0]"]))
            }

            it("is there again where the homeserver refuses") {
                stage.server.change { $0.closedRooms = [tea] }
                _ = screen.press(.control("x"))
                _ = screen.press(.enter)
                stage.scheduler.advance(by: .seconds(1))
                expect(list.rows.value.map(\.words)).to(equal(["mine !", "yours"]))
                expect(told).to(equal(["~[0→0]"]))
            }
        }

        describe("a message that somebody else deletes") {
            it("arrives as a change") {
                delete("$2")
                stage.scheduler.advance(by: .seconds(1))
                expect(list.rows.value.map(\.words)).to(equal(["mine", "(deleted)"]))
                expect(told).to(equal(["~[1→1]"]))
            }
        }

        describe("the place in the list") {
            /// The messages on the screen.
            var shown: [String] { screen.canvas.value.text.dropFirst().prefix(9).map { String($0.dropFirst(26)) } }

            it("stays where it is when messages come below, and are filled in") {
                stage.server.change { $0.limit = 5 }
                for number in 1...12 { say("\(number)") }
                _ = screen.press(.pageUp)
                let seen = shown
                expect(seen.last).to(match(": 6$"))
                say("a", "b", "c", "d", "e", "f", "g")
                expect(shown).to(equal(seen))
                stage.fillGaps(of: tea)
                expect(shown).to(equal(seen))
                for _ in 0..<3 { _ = screen.press(.pageDown) }
                expect(shown.last).to(match(": g$"))
            }

            it("is at the end again in another room") {
                for number in 1...12 { say("\(number)") }
                _ = screen.press(.pageUp)
                expect(screen.messages.isAtEnd).to(beFalse())
                stage.server.change { _ = $0.say("there", in: "!mill") }
                stage.scheduler.advance(by: .seconds(1))
                _ = screen.press(.up)
                expect(list.rows.value.map(\.words)).to(equal(["there"]))
                expect(screen.messages.isAtEnd).to(beTrue())
            }
        }

        describe("the pace") {
            it(
                "is thirty pictures a second at most, the last of which shows everything; what is typed is there at once"
            ) {
                let paced = ChatScreen(
                    of: stage.chat,
                    size: Observable(TerminalSize(columns: 80, rows: 12)),
                    on: stage.scheduler
                )
                var pictures = 0
                let subscription = paced.canvas.observe { _ in pictures += 1 }
                pictures = 0
                for number in 1...100 {
                    stage.server.change { _ = $0.say("number \(number)", in: tea) }
                    stage.scheduler.advance(by: .milliseconds(10))
                }
                expect(pictures).to(beLessThanOrEqualTo(31))
                expect(pictures).to(beGreaterThan(10))
                stage.scheduler.advance(by: .seconds(1))
                expect(paced.canvas.value.text.joined()).to(contain("number 100"))
                for character in "abc" {
                    _ = paced.press(.character(character))
                    expect(paced.canvas.value.text.last { $0.contains("›") }).to(contain("\(character)"))
                }
                subscription.cancel()
            }
        }
    }
}
