import Foundation
import Millrace
import MillraceSpecs
import MillraceTerminal

@testable import ToDoList

final class ToDoFolderSpec: Spec {
    func testSpec() {
        @TestState var wall = Wall()
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        var (first, second, problem): (ToDoList?, ToDoList?, ProgramExit?)

        nonisolated(nonsending) func open() async throws(ProgramExit) -> ToDoList {
            try await openToDoList(in: folder, with: ToDoServices(clock: wall.clock), on: wall.scheduler)
        }

        beforeEach {
            wall.scheduler.start { first = try? await open() }
            wall.advance(by: .zero)
            expect(first).toNot(beNil())
            wall.scheduler.start {
                do throws(ProgramExit) {
                    second = try await open()
                } catch {
                    problem = error
                }
            }
        }
        afterEach {
            (first, second, problem) = (nil, nil, nil)
            try? FileManager.default.removeItem(at: folder)
        }

        describe("a folder that another program has") {
            it("is opened when that ends within two seconds") {
                wall.advance(by: .milliseconds(1_900))
                expect(second).to(beNil())
                first = nil
                wall.advance(by: .milliseconds(50))
                expect(second).toNot(beNil())
                expect(problem).to(beNil())
            }

            it("is not waited for any longer") {
                wall.advance(by: .milliseconds(1_990))
                expect(problem).to(beNil())
                wall.advance(by: .milliseconds(50))
                expect(second).to(beNil())
                expect(problem?.exitCode) == 75
            }
        }
    }
}
