import Foundation
import MillraceSpecs
import MillraceTerminal

final class NewFileSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        beforeEach { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        describe("a new file") {
            it("has what is written into it, and is for its owner alone") {
                let path = folder.appendingPathComponent("a").path
                let file = try NewFile(path, of: "a recording")
                try file.write(Data("one ".utf8))
                try file.write(Data("two".utf8))
                try file.close()
                expect(try String(contentsOfFile: path, encoding: .utf8)) == "one two"
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                expect(attributes[.posixPermissions] as? Int) == 0o600
            }

            it("is never one that was there, nor in a folder that is not") {
                let path = folder.appendingPathComponent("a").path
                try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
                for (path, reason) in [(path, "a recording would destroy it"), (path + "/b", "cannot be written")] {
                    do {
                        _ = try NewFile(path, of: "a recording")
                        fail("\(path) was made")
                    } catch let exit as ProgramExit {
                        expect(exit.exitCode) == 73
                        expect(exit.description).to(contain(reason, "To fix: "))
                    }
                }
                expect(try String(contentsOfFile: path, encoding: .utf8)) == "mine"
            }
        }
    }
}
