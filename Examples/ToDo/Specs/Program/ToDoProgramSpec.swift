import Foundation
import MillraceSpecs

@testable import ToDoList

final class ToDoProgramSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        afterEach { try? FileManager.default.removeItem(at: folder) }

        func run(
            _ arguments: String...,
            lines: [String] = []
        ) throws -> (lines: [String], errors: String, exitCode: Int32) {
            let program = try RunningProgram(["--folder", folder.path] + arguments)
            program.write(lines)
            return program.end()
        }

        it("does what its arguments say, one run after the other") {
            expect(try run("add", "Call the surveyor", "--due", "2999-01-01").lines) == [
                "added 1  Call the surveyor  Tue 1 Jan 2999"
            ]
            expect(try run("add", "Write").lines) == ["added 2  Write"]
            expect(try run("list").lines) == ["Later", "  1  Call the surveyor  Tue 1 Jan 2999", "  2  Write"]
            expect(try run("done", "1").lines) == ["done 1  Call the surveyor  Tue 1 Jan 2999"]
            expect(try run("list").lines) == ["Later", "  1  Write"]
            expect(try run("list", "--json").lines[0]).to(contain(#""title":"Write""#))
        }

        it("does what the lines of its input say, until one is wrong") {
            let ended = try run(lines: ["add one", "", "done 7", "add two"])
            expect(ended.lines) == ["added 1  one"]
            expect(ended.errors) == "todo: line 3: there is no item 7. To fix: see list.\n"
            expect(ended.exitCode) == 65
            expect(try run("list").lines) == ["Later", "  1  one"]
        }

        it("shows its sections where there is neither a terminal nor a command") {
            let example = try run()
            expect(example.exitCode) == 0
            expect(example.lines[0]) == "The list is empty. With a few items it looks like this:"
            expect(example.lines).to(contain("Overdue", "  7  Write to Ada"))
            // Nothing is made by looking.
            expect(FileManager.default.fileExists(atPath: folder.path)).to(beFalse())
            expect(try run("list").lines).to(beEmpty())
            expect(try run().lines) == example.lines
            expect(try run("add", "one").exitCode) == 0
            expect(try run().lines) == ["Later", "  1  one"]
            expect(try run("--json").lines[0]).to(contain(#""title":"one""#))
        }

        it("exits with a status that says what is wrong") {
            expect(try run("frobnicate").exitCode) == 64
            expect(try run("add", "x", "--due", "soon").exitCode) == 64
            expect(try run("done", "1").exitCode) == 65
            expect(try run("--help").exitCode) == 0
            try? FileManager.default.removeItem(at: folder)
            try Data("a file".utf8).write(to: folder)
            let ended = try run("list")
            expect(ended.exitCode) == 66
            expect(ended.errors).to(contain("cannot be read"))
        }

        it("waits for another program that has the list, but not for long") {
            let other = try RunningProgram(["--folder", folder.path])
            other.write(["add one"])
            expect(other.nextOutput()) == "added 1  one\n"
            let waiting = try RunningProgram(["--folder", folder.path, "add", "two"])
            expect(other.end().exitCode) == 0
            expect(waiting.end().exitCode) == 0
            expect(try run("list").lines) == ["Later", "  1  one", "  2  two"]
            let third = try RunningProgram(["--folder", folder.path])
            defer { _ = third.end() }
            third.write(["add three"])
            expect(third.nextOutput()) == "added 3  three\n"
            let refused = try run("list")
            expect(refused.exitCode) == 75
            expect(refused.errors).to(contain("is open in another program"))
        }

        it("keeps the list where the environment says") {
            let program = try RunningProgram(["add", "one"], environment: ["XDG_STATE_HOME": folder.path])
            expect(program.end().lines) == ["added 1  one"]
            let kept = folder.appendingPathComponent("millrace-todo").path
            expect(FileManager.default.fileExists(atPath: kept)).to(beTrue())
            let home = try RunningProgram(["list"], environment: ["XDG_STATE_HOME": "", "HOME": folder.path])
            expect(home.end().lines).to(beEmpty())
            expect(FileManager.default.fileExists(atPath: folder.path + "/.local/state/millrace-todo")).to(beTrue())
        }
    }
}
