import Foundation
import MillraceSpecs

@testable import MillraceStorage

final class AtomicFileSpec: Spec {
    func testSpec() {
        var folder = URL(fileURLWithPath: "/")
        var file: URL { folder.appendingPathComponent("notes") }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }
        func text() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

        beforeEach {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        afterEach { try FileManager.default.removeItem(at: folder) }

        describe("a file that is replaced") {
            it("is there as it was until the new one is whole, and then as that one") {
                try AtomicFile.write(Data("former".utf8), to: file)
                let new = try AtomicFile(file)
                for piece in ["new ", "bytes"] { try new.write(Data(piece.utf8)) }
                expect(try text()) == "former"
                try new.commit()
                expect(try text()) == "new bytes"
                expect(names) == ["notes"]
            }

            it("stays, without a trace of the new one, if that cannot be written") {
                try AtomicFile.write(Data("former".utf8), to: file)
                var calls = FileSystem.system
                calls.write = { _, _, _ in
                    errno = ENOSPC
                    return -1
                }
                do {
                    let new = try AtomicFile(file.path, fileSystem: calls)
                    expect { try new.write(Data("new".utf8)) }.to(
                        throwError(FileError("write", file.path, code: ENOSPC))
                    )
                }
                expect(try text()) == "former"
                expect(names) == ["notes"]
            }

            it("may have a name that is as long as names can be") {
                let long = folder.appendingPathComponent(String(repeating: "n", count: 255))
                try AtomicFile.write(Data(), to: long)
                expect(names) == [long.lastPathComponent]
            }

            it("has the permissions that it is given") {
                try AtomicFile.write(Data(), to: file, permissions: 0o600)
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                expect(mode) == 0o600
            }
        }

        describe("a folder that is not there") {
            it("is an error that names the file") {
                let lost = folder.appendingPathComponent("lost/notes")
                expect { try AtomicFile.write(Data(), to: lost) }.to(
                    throwError(FileError("open", lost.path, code: ENOENT))
                )
            }
        }

        describe("a draft of a process that has ended") {
            it("is removed on demand, and nothing else") {
                for name in [".1.draft", "a.draft", ".1"] { try Data().write(to: folder.appendingPathComponent(name)) }
                AtomicFile.removeDrafts(in: folder.path)
                expect(names.sorted()) == [".1", "a.draft"]
            }
        }
    }
}
