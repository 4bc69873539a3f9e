import Foundation
import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs
import MillraceStorage

/// Runs of a program on a simulated disk: how they end, and what fails while they last.
final class DiskRunSpec: Spec {
    func testSpec() {
        @TestState var disk = SimulatedDisk(seed: 1)
        let bytes = Data("written".utf8)

        func text(_ path: String) -> String? { disk.files[path].map { String(decoding: $0, as: UTF8.self) } }

        it("ends when it is stopped, and when the next begins: then its calls change nothing") {
            let former = disk.start()
            let file = try OpenFile("/a/file", .new, fileSystem: former)
            disk.stop()
            expect(disk.isStopped) == true
            expect { try file.write(bytes, at: 0) }.to(throwError(FileError("write", "/a/file", code: EIO)))
            let next = try OpenFile("/a/file", .existing, fileSystem: disk.start())
            expect(disk.isStopped) == false
            expect { try file.write(bytes, at: 0) }.to(throwError(FileError("write", "/a/file", code: EIO)))
            expect { _ = try OpenFile("/a/other", .new, fileSystem: former) }
                .to(throwError(FileError("open", "/a/other", code: EIO)))
            expect(disk.files) == ["/a/file": []]
            try next.write(bytes, at: 0)
            expect(text("/a/file")) == "written"
        }

        it("ends in the call that its behaviour names, of which a half is done if it writes") {
            let file = try OpenFile("/a/file", .new, fileSystem: disk.start(DiskBehaviour(callsLeft: 1)))
            expect(disk.isStopped) == false
            expect { try file.write(bytes, at: 0) }.to(throwError())
            expect(disk.isStopped) == true
            expect(disk.calls) == 2
            expect(text("/a/file")) == "wri"
        }

        it("ends in a renaming that is done") {
            let place = URL(fileURLWithPath: "/a/file")
            for calls in 0...4 {
                disk.files = ["/a/file": Array("former".utf8)]
                let system = disk.start(DiskBehaviour(callsLeft: calls))
                try? AtomicFile.write(bytes, to: place, fileSystem: system)
                expect(text("/a/file")) == (calls < 3 ? "former" : "written")
            }
        }

        it("goes on behind a call that fails") {
            let file = try OpenFile("/a/file", .new, fileSystem: disk.start())
            disk.behaviour = DiskBehaviour(failingCall: disk.calls)
            expect { try file.write(bytes, at: 0) }.to(throwError(FileError("write", "/a/file", code: EIO)))
            expect(text("/a/file")) == "wri"
            try file.write(bytes, at: 3)
            expect(text("/a/file")) == "wriwritten"
        }

        it("has calls that fail by chance, as many as it is told") {
            let file = try OpenFile("/a/file", .new, fileSystem: disk.start())
            disk.behaviour.failures = 4
            let failures = (0..<400).filter { _ in (try? file.read(at: 0, count: 1)) == nil }.count
            expect(failures) > 60
            expect(failures) < 140
        }

        it("writes as much as there is room for") {
            let file = try OpenFile("/a/file", .new, fileSystem: disk.start(DiskBehaviour(room: 5)))
            expect { try file.write(bytes, at: 0) }.to(throwError(FileError("write", "/a/file", code: ENOSPC)))
            expect(text("/a/file")) == "writt"
            expect { _ = try OpenFile("/a/other", .new, fileSystem: disk.start(DiskBehaviour(room: 0))) }
                .to(throwError(FileError("open", "/a/other", code: ENOSPC)))
            disk.behaviour.room = .max
            try OpenFile("/a/file", .existing, fileSystem: disk.start()).write(Data("en".utf8), at: 5)
            expect(text("/a/file")) == "written"
        }

        it("has claims that end with their object, and with the run") {
            let system = disk.start()
            var first = try FileLock("/a/lock", fileSystem: system)
            expect(try FileLock("/a/lock", fileSystem: system) == nil) == true
            // One that was refused ends no claim.
            expect(try FileLock("/a/lock", fileSystem: system) == nil) == true
            first = nil
            expect(try FileLock("/a/lock", fileSystem: system) == nil) == false
            first = try FileLock("/a/lock", fileSystem: system)
            expect(try FileLock("/a/lock", fileSystem: disk.start()) == nil) == false
            withExtendedLifetime(first) {}
        }

        it("may end a program while it begins, which then begins again") {
            var starts = 0
            let tried = try explorePrograms(ends: 1) { world in
                let disk = SimulatedDisk(seed: 1)
                try world.program("writer") {
                    starts += 1
                    _ = try FileLock("/a/lock", fileSystem: disk.start(in: world))
                    return Inspection(of: Store(0, on: Dispatcher(on: world.scheduler), name: "writer") { _ in })
                }
            }
            expect(tried.isComplete) == true
            expect(starts) > tried.runs
        }

        it("finds the files that were set, which are new ones on the medium") {
            let lock = try FileLock("/a/lock", fileSystem: disk.start())
            expect(lock?.isThere) == true
            disk.files = disk.files
            expect(lock?.isThere) == false
            disk.files["/a/file"] = Array("restored".utf8)
            _ = disk.start(losing: .everything)
            expect(text("/a/file")) == "restored"
        }
    }
}
