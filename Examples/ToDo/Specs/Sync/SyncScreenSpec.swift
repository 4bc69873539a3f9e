import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal

@testable import ToDoList

final class SyncScreenSpec: Spec {
    func testSpec() {
        @TestState var stage = SyncStage()
        @TestState var screen: ToDoScreen!

        beforeEach {
            screen = ToDoScreen(
                of: stage.phone.list,
                size: Observable(TerminalSize(columns: 80, rows: 16)),
                on: stage.wall.scheduler
            )
        }

        /// The line above the hints.
        var notice: String { screen.canvas.value.text[14].trimmingCharacters(in: .whitespaces) }

        describe("the screen of a list that is synchronised") {
            it("says where the list stands, beside what was done") {
                expect(notice).to(equal("synced"))
                stage.phone.network.isUp = false
                stage.phone.add("tea")
                stage.wall.advance(by: .milliseconds(100))
                expect(notice).to(equal("1 waits"))
                _ = screen.press(.character("x"))
                expect(notice).to(match("^Done: tea +2 wait$"))
                stage.settle()
                expect(notice).to(contain("2 wait: There is no network."))
            }

            it("asks what is kept in a conflict") {
                for (key, title) in [(TerminalKey.character("m"), "green tea"), (.character("t"), "black tea")] {
                    stage.phone.add("tea")
                    stage.settle()
                    stage.phone.network.isUp = false
                    stage.phone.edit("tea", .title("green tea"))
                    stage.laptop.edit("tea", .title("black tea"))
                    stage.settle()
                    stage.phone.network.isUp = true
                    stage.settle()
                    expect(notice).to(
                        beginWith(#""green tea" here, "black tea" elsewhere: m keeps the first, t takes"#)
                    )
                    _ = screen.press(key)
                    stage.settle()
                    expect(notice).to(equal("synced"))
                    expect(stage.laptop.titles).to(equal([title]))
                    stage.phone.delete("tea")
                    stage.settle()
                }
            }
        }
    }
}
