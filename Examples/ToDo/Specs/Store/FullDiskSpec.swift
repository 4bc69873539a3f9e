import Foundation
import Millrace
import MillraceSpecs
import MillraceSimulation

@testable import ToDoList

final class FullDiskSpec: Spec {
    func testSpec() {
        @TestState var disk = SimulatedDisk(seed: 1)
        var stage: Stage!

        beforeEach {
            stage = try Stage(on: disk)
            _ = stage.run("add one")
        }
        afterEach { stage = nil }

        /// What the next run has.
        func kept() throws -> [String] {
            stage = nil
            return try Stage(on: disk).titles
        }

        describe("a disk that is full") {
            it("ends a script that cannot do what it says, and loses nothing that it has told") {
                disk.behaviour.room = 0
                let answers = stage.run("add two", "add three")
                expect(answers).to(haveCount(1))
                expect(answers.last).to(beginWith("74: not saved"))
                expect(try kept()) == ["one"]
            }

            it("is told on the screen, until there is room again") {
                expect(stage.notice) == ""
                disk.behaviour.room = 0
                stage.type("atwo")
                stage.press(.enter)
                stage.wall.advance(by: .seconds(1))
                expect(stage.notice).to(beginWith("Not saved: "))
                expect(stage.titles) == ["one", "two"]
                disk.behaviour.room = .max
                stage.wall.advance(by: .seconds(5))
                expect(stage.notice).toNot(beginWith("Not saved"))
                expect(try kept()) == ["one", "two"]
            }
        }
    }
}
