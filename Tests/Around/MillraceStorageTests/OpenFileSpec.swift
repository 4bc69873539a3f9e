import Foundation
import MillraceBase
import MillraceSpecs

@testable import MillraceStorage

final class OpenFileSpec: Spec {
    func testSpec() {
        var path = ""
        func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

        beforeEach {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID().uuidString)").path
        }

        afterEach { try? FileManager.default.removeItem(atPath: path) }

        describe("what is written") {
            it("is written whole where the system writes a part at a time, and is interrupted") {
                let isInterrupted = Locked(false)
                var calls = FileSystem.system
                let write = calls.write
                calls.write = { descriptor, bytes, offset in
                    let isInterrupted = isInterrupted.withLock { isInterrupted in
                        isInterrupted.toggle()
                        return isInterrupted
                    }
                    errno = EINTR
                    return isInterrupted
                        ? -1 : write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(2)), offset)
                }
                let file = try OpenFile(path, .new, fileSystem: calls)
                try file.write(Data("abcdefg".utf8), at: 3)
                expect(try bytes()) == Data([0, 0, 0]) + Data("abcdefg".utf8)
            }

            it("is read at any offset, as far as there is something") {
                let file = try OpenFile(path, .new)
                try file.write(Data("abcdefg".utf8), at: 0)
                expect(try file.read(at: 2, count: 3)) == Data("cde".utf8)
                expect(try file.read(at: 5, count: 10)) == Data("fg".utf8)
                try file.truncate(to: 3)
                expect(try bytes()) == Data("abc".utf8)
            }
        }

        describe("the mode") {
            it("says what has to be there before") {
                expect { _ = try OpenFile(path, .existing) }.to(throwError(FileError("open", path, code: ENOENT)))
                try OpenFile(path, .existingOrNew).write(Data("abc".utf8), at: 0)
                try OpenFile(path, .existing).write(Data("d".utf8), at: 0)
                try OpenFile(path, .existingOrNew).write(Data("e".utf8), at: 1)
                expect(try bytes()) == Data("dec".utf8)
                expect { _ = try OpenFile(path, .new) }.to(throwError(FileError("open", path, code: EEXIST)))
            }
        }

        describe("an error") {
            it("says what has failed, and why") {
                expect("\(FileError("open", "/a", code: ENOENT))") == "open of /a failed: No such file or directory"
                expect(FileError("write", "/a", code: ENOSPC).isFull) == true
                expect(FileError("write", "/a", code: EIO).isFull) == false
            }
        }

        describe("a lock") {
            it("is one object's at a time, and free when that is gone") {
                var first = try FileLock(path)
                expect(first == nil) == false
                expect(try FileLock(path) == nil) == true
                first = nil
                expect(try FileLock(path) == nil) == false
            }

            it("tells whether its file is still there, and not another one of its name") {
                guard let lock = try FileLock(path) else { return fail("it is taken") }
                expect(lock.isThere) == true
                try FileManager.default.removeItem(atPath: path)
                expect(lock.isThere) == false
                try Data().write(to: URL(fileURLWithPath: path))
                expect(lock.isThere) == false
            }
        }

        describe("a checksum") {
            it("is that of zip files") {
                var sum = Checksum()
                Array("123456789".utf8).withUnsafeBytes { sum.add($0) }
                expect(sum.value) == 0xCBF4_3926
            }

            it("is the same however the bytes are divided") {
                let bytes = (0..<100).map { UInt8($0) }
                var (whole, parts) = (Checksum(), Checksum())
                bytes.withUnsafeBytes { whole.add($0) }
                for start in stride(from: 0, to: 100, by: 7) {
                    bytes[start..<min(start + 7, 100)].withUnsafeBytes { parts.add($0) }
                }
                expect(parts.value) == whole.value
            }
        }
    }
}
