import Millrace
import MillraceApp
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// A room is scrolled by lines: a message may have more of them than the screen.
final class RoomMessagesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()
        var screen: ChatScreen!
        var words: [String] {
            screen.canvas.value.text.joined(separator: " ").split(separator: " ").map(String.init)
        }
        func say(_ text: String) {
            stage.server.change { _ = $0.say(text, in: tea) }
            stage.scheduler.advance(by: .seconds(1))
        }

        beforeEach {
            stage.server.change { server in
                server.say("before", in: tea)
                server.say((1...300).map { "w\($0)." }.joined(separator: " "), in: tea)
            }
            stage.signIn()
            screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 50, rows: 12)),
                on: stage.scheduler,
                pace: .zero
            )
        }
        afterEach { screen = nil }

        describe("a message that is taller than the screen") {
            it("is read to its top, without a line left out, and to its end again") {
                expect(words).to(contain("w300."))
                expect(words).toNot(contain("w1."))
                var seen = Set(words)
                for _ in 0..<12 {
                    _ = screen.press(.pageUp)
                    seen.formUnion(words)
                }
                expect(words).to(contain("w1.", "before"))
                expect(seen.isSuperset(of: (1...300).map { "w\($0)." })).to(beTrue())
                seen = []
                for _ in 0..<12 {
                    seen.formUnion(words)
                    _ = screen.press(.pageDown)
                }
                expect(seen.isSuperset(of: (1...300).map { "w\($0)." })).to(beTrue())
                expect(screen.messages.isAtEnd).to(beTrue())
                expect(words).to(contain("w300."))
            }

            it("stays where it is while one reads it, and its end is not taken for seen") {
                _ = screen.press(.pageUp)
                let shown = words
                stage.scheduler.advance(by: .seconds(1))
                let marked = stage.network.requests.count { $0.hasSuffix("read_markers") }
                for number in 1...5 { say("next \(number)") }
                expect(words).to(equal(shown))
                expect(stage.network.requests.count { $0.hasSuffix("read_markers") }).to(equal(marked))
            }

            it("does not scroll beyond the top, so that the first step down shows something else") {
                for _ in 0..<20 { _ = screen.press(.pageUp) }
                let shown = words
                _ = screen.press(.pageDown)
                expect(words).toNot(equal(shown))
            }

            it("is chosen where it is, and looks so") {
                var reversedCells: Int { screen.canvas.value.cells.joined().count(where: \.style.isReversed) }
                let before = reversedCells
                _ = screen.press(.tab)
                expect(screen.messages.chosen).to(equal("$2"))
                expect(reversedCells).to(beGreaterThan(before + 50))
                _ = screen.press(.pageUp)
                expect(screen.messages.chosen).to(equal("$2"))
                expect(words).toNot(contain("w300."))
            }
        }
    }
}
