import Foundation
import MillraceSimulation
import MillraceSpecs
import MillraceStorage

/// What a power failure takes, and what it leaves.
final class PowerFailureSpec: Spec {
    func testSpec() {
        /// What the next run finds in a file of whose bytes `kept` were synchronized, and `written` were not.
        func found(
            losing loss: PowerLoss?,
            kept: String = "kept",
            written: String = "written",
            seed: UInt64 = 1
        ) throws -> String? {
            let disk = SimulatedDisk(seed: seed)
            let system = disk.start()
            let file = try OpenFile("/a/file", .new, fileSystem: system)
            try file.write(Data(kept.utf8), at: 0)
            try file.synchronize()
            try OpenFile.synchronizeFolder("/a", fileSystem: system)
            try file.write(Data(written.utf8), at: kept.utf8.count)
            _ = disk.start(losing: loss)
            return disk.files["/a/file"].map { String(decoding: $0, as: UTF8.self) }
        }

        it("leaves all that was written where there is none, and where it takes nothing") {
            expect(try found(losing: nil)) == "keptwritten"
            expect(try found(losing: .nothing)) == "keptwritten"
        }

        it("leaves what was synchronized where it takes everything") {
            expect(try found(losing: .everything)) == "kept"
        }

        it("leaves a beginning where it takes the end, and zeros for what was under way") {
            let kept = String(repeating: "k", count: 16)
            let written = (0..<8).map { String(repeating: "\($0)", count: 16) }.joined()
            var ends: Set<String> = []
            for seed in 0..<64 {
                let text = try found(losing: .end, kept: kept, written: written, seed: UInt64(seed)) ?? ""
                let sound = text.replacing("\0", with: "")
                expect(kept + written).to(beginWith(sound))
                expect(text.hasPrefix(sound)) == true
                expect(text.utf8.count - sound.utf8.count) <= 16
                ends.insert(text)
            }
            expect(ends.count) > 8
            expect(ends.contains { $0.contains("\0") }) == true
        }

        it("leaves some writes and not those before where it takes any, but what was synchronized") {
            let written = (0..<8).map { String(repeating: "\($0)", count: 16) }.joined()
            var hasHole = false
            for seed in 0..<64 {
                let text = try found(losing: .anything, kept: "0123456789abcdef", written: written, seed: UInt64(seed))
                expect(text ?? "").to(beginWith("0123456789abcdef"))
                if let text, text.hasSuffix("7"), text.contains("\0") { hasHole = true }
            }
            expect(hasHole) == true
        }

        it("takes a name whose folder was not synchronized, and what replaced a file") {
            let disk = SimulatedDisk(seed: 1)
            let file = URL(fileURLWithPath: "/a/file")
            let system = disk.start()
            try AtomicFile.write(Data("one".utf8), to: file, fileSystem: system)
            expect(disk.files) == ["/a/file": Array("one".utf8)]
            _ = disk.start(losing: .everything)
            expect(disk.files) == [:]

            let next = disk.start()
            try AtomicFile.write(Data("one".utf8), to: file, fileSystem: next)
            try OpenFile.synchronizeFolder("/a", fileSystem: next)
            try AtomicFile.write(Data("two".utf8), to: file, fileSystem: next)
            expect(disk.files) == ["/a/file": Array("two".utf8)]
            _ = disk.start(losing: .everything)
            expect(disk.files) == ["/a/file": Array("one".utf8)]
        }

        it("takes the names of other folders than the one that was synchronized, and no file that was moved from one") {
            /// The files after some folders were synchronized, and the power failed.
            func found(_ folders: String...) throws -> [String] {
                let disk = SimulatedDisk(seed: 1)
                let system = disk.start()
                for path in ["/1", "/a/2", "/b/3", "/b/4"] { _ = try OpenFile(path, .new, fileSystem: system) }
                expect(system.rename("/b/3", "/a/5")) == 0
                for folder in folders { try OpenFile.synchronizeFolder(folder, fileSystem: system) }
                _ = disk.start(losing: .everything)
                return disk.files.keys.sorted()
            }
            expect(try found("/c")) == []
            expect(try found("/")) == ["/1"]
            expect(try found("/a")) == ["/a/2", "/a/5"]
            expect(try found("/a", "/b")) == ["/a/2", "/a/5", "/b/4"]
            expect(try found("/b", "/", "/a")) == ["/1", "/a/2", "/a/5", "/b/4"]
        }

        it("takes a removal, and a truncation") {
            let disk = SimulatedDisk(seed: 1)
            disk.files = ["/a/1": [1, 2, 3], "/a/.1.draft": [4]]
            let system = disk.start()
            try OpenFile("/a/1", .existing, fileSystem: system).truncate(to: 1)
            AtomicFile.removeDrafts(in: "/a", fileSystem: system)
            expect(disk.files) == ["/a/1": [1]]
            _ = disk.start(losing: .everything)
            expect(disk.files) == ["/a/1": [1, 2, 3], "/a/.1.draft": [4]]
        }

        it("takes what a failed synchronization has lost, which is seen until then") {
            let disk = SimulatedDisk(seed: 3)
            let system = disk.start(DiskBehaviour(failedSynchronizations: 1))
            let file = try OpenFile("/a/file", .new, fileSystem: system)
            try file.write(Data(repeating: 7, count: 256), at: 0)
            expect { try file.synchronize() }.to(throwError(FileError("fsync", "/a/file", code: EIO)))
            disk.behaviour = DiskBehaviour()
            try file.synchronize()
            try OpenFile.synchronizeFolder("/a", fileSystem: system)
            expect(disk.files["/a/file"]) == [UInt8](repeating: 7, count: 256)
            expect(disk.isSynchronized) == false
            _ = disk.start(losing: .nothing)
            expect(disk.files["/a/file"]) != [UInt8](repeating: 7, count: 256)
        }

        it("is the same each time with one seed") {
            let written = String(repeating: "0123456789abcdef", count: 16)
            let results = try (0..<20).map { try found(losing: .anything, written: written, seed: UInt64($0 % 10)) }
            expect(Array(results.prefix(10))) == Array(results.suffix(10))
            expect(Set(results).count) > 5
        }
    }
}
