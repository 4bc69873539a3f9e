import Foundation
import Millrace
import MillraceSpecs
import MillraceStorage
import MillraceTerminal

@testable import ToDoList

final class ToDoFolderSpec: Spec {
    func testSpec() {
        @TestState var wall = Wall()
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        var (other, list, problem): (FileLock?, ToDoList?, ProgramExit?)

        nonisolated(nonsending) func open() async throws(ProgramExit) -> ToDoList {
            try await openToDoList(in: folder, with: ToDoServices(clock: wall.clock), on: wall.scheduler)
        }

        beforeEach {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            other = try FileLock(folder.appendingPathComponent("lock").path)
            expect(other).toNot(beNil())
            wall.scheduler.start {
                do throws(ProgramExit) {
                    list = try await open()
                } catch {
                    problem = error
                }
            }
        }
        afterEach {
            (other, list, problem) = (nil, nil, nil)
            try? FileManager.default.removeItem(at: folder)
        }

        describe("a folder that another program has") {
            it("is opened when that ends within two seconds") {
                wall.advance(by: .milliseconds(1_900))
                expect(list).to(beNil())
                other = nil
                wall.advance(by: .milliseconds(50))
                expect(list).toNot(beNil())
                expect(problem).to(beNil())
            }

            it("is not waited for any longer") {
                wall.advance(by: .milliseconds(1_990))
                expect(problem).to(beNil())
                wall.advance(by: .milliseconds(50))
                expect(list).to(beNil())
                expect(problem?.exitCode) == 75
            }
        }
    }
}
