import Foundation
import MillraceBase
import MillraceSimulation
import MillraceSpecs
import MillraceStorage

/// What those see who look at a disk from outside: each write before it is done, and the contents as a number.
final class DiskWritesSpec: Spec {
    func testSpec() {
        @TestState var disk = SimulatedDisk(seed: 1)
        let place = URL(fileURLWithPath: "/a/file")

        /// What a program does on a disk.
        func run(_ system: FileSystem) throws {
            try AtomicFile.write(Data("one".utf8), to: place, fileSystem: system)
            let file = try OpenFile("/a/file", .existing, fileSystem: system)
            try OpenFile.synchronizeFolder("/a", fileSystem: system)
            try file.truncate(to: 2)
            _ = try file.read(at: 0, count: 2)
            try file.synchronize()
            // There is nothing left to synchronize, or to remove.
            try file.synchronize()
            try OpenFile.synchronizeFolder("/a", fileSystem: system)
            let log = try AppendLog(URL(fileURLWithPath: "/log"), syncing: .eachRecord, fileSystem: system) { _ in }
            try log.append(Data("record".utf8))
            try log.close()
        }

        /// The writes, one of which ends the run.
        func writes(ending last: Int = .max) throws -> [String] {
            let found = Locked<[String]>([])
            disk.onWrite = { [disk] description in
                _ = disk.digest
                return found.withLock { found in
                    found.append(description)
                    return found.count > last
                }
            }
            defer { disk.onWrite = nil }
            let system = disk.start()
            if last == .max { try run(system) } else { try? run(system) }
            return found.withLock { $0 }
        }

        it("are named in a few words, the same each time") {
            let first = try writes()
            expect(Array(first.prefix(7))) == [
                "create a draft", "write a draft", "synchronize a draft", "rename a draft to file",
                "synchronize the names in a", "truncate file", "synchronize file",
            ]
            expect(first).to(contain("create lock", "rename a draft to 1.tail", "write 1.tail", "synchronize 1.tail"))
            disk = SimulatedDisk(seed: 2)
            expect(try writes()) == first
        }

        it("end the run where this is asked for, and then there are no more") {
            let count = try writes().count
            for last in 0..<count {
                disk = SimulatedDisk(seed: 1)
                expect(try writes(ending: last).count) == last + 1
                expect(disk.isStopped) == true
            }
            disk = SimulatedDisk(seed: 1)
            _ = try writes(ending: 1)
            expect(disk.files.values.map { String(decoding: $0, as: UTF8.self) }) == ["o"]
        }

        it("have another digest where anything else is seen, or on the medium") {
            let found = Locked<[UInt64]>([])
            disk.onWrite = { [disk] _ in
                found.withLock { $0.append(disk.digest) }
                return false
            }
            try run(disk.start())
            let digests = found.withLock { $0 } + [disk.digest]
            expect(Set(digests).count) == digests.count
        }

        it("have one digest where the same was done, also on another disk, and on one with other drafts") {
            try run(disk.start())
            let other = SimulatedDisk(seed: 1)
            try run(other.start())
            expect(other.digest) == disk.digest
            expect(SimulatedDisk(seed: 1).digest) == SimulatedDisk(seed: 2).digest

            disk.files = ["/a/.1.draft": [1], "/a/.2.draft": [2]]
            other.files = ["/a/.7.draft": [2], "/a/.8.draft": [1]]
            expect(other.digest) == disk.digest
            other.files = ["/a/.7.draft": [2], "/b/.8.draft": [1]]
            expect(other.digest) != disk.digest
            other.files = ["/a/.7.draft": [2], "/a/8": [1]]
            expect(other.digest) != disk.digest
        }

        it("has a digest that is the same in each process") {
            disk.files = ["/a/1": Array("0123456789".utf8), "/b": []]
            expect(disk.digest) == 9_977_741_471_125_225_007
        }

        it("are on the medium when both the file and its name are") {
            let system = disk.start()
            expect(disk.isSynchronized) == true
            let file = try OpenFile("/a/file", .new, fileSystem: system)
            expect(disk.isSynchronized) == false
            try OpenFile.synchronizeFolder("/a", fileSystem: system)
            expect(disk.isSynchronized) == true
            try file.write(Data([1]), at: 0)
            expect(disk.isSynchronized) == false
            try file.synchronize()
            expect(disk.isSynchronized) == true
        }
    }
}
