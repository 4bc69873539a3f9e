import Foundation
import Millrace
import MillraceApp
import MillraceCache
import MillraceJournal
import MillraceSimulation
import MillraceSpecs
import MillraceStorage
import TestSupport

/// All that keeps something in files does so on the disk that it is given.
final class DiskUsersSpec: Spec {
    private struct Append: Action { let text: String }

    func testSpec() {
        @TestState var disk = SimulatedDisk(seed: 1)
        let scheduler = TestScheduler()

        it("a journal, which is there again after a power failure") {
            for loss in PowerLoss.allCases {
                disk = SimulatedDisk(seed: Seed.current.value)
                for run in 0..<3 {
                    let dispatcher = Dispatcher(on: scheduler)
                    let folder = URL(fileURLWithPath: "/journal")
                    let system = disk.start(losing: loss)
                    let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: system)
                    let notes = Store([String](), on: dispatcher, name: "notes") { store in
                        store.on(Append.self) { $0.append($1.text) }
                    }
                    try journal.keep(notes) { $0.value(\.self, as: "notes") }
                    expect(notes.state.value) == (0..<run).map { "note \($0)" }
                    dispatcher.dispatch(Append(text: "note \(run)"))
                    withExtendedLifetime(journal) {}
                }
            }
        }

        it("a saved value") {
            let file = URL(fileURLWithPath: "/settings/size")
            for run in 0..<3 {
                let value = try SavedValue(0, in: .file(file, fileSystem: disk.start()), on: scheduler)
                expect(value.state.value) == run
                value.set(run + 1)
                try value.saveNow()
            }
            expect(disk.files) == ["/settings/size": Array("3".utf8)]
            let system = disk.start(DiskBehaviour(room: 0))
            let value = try SavedValue(0, in: .file(file, fileSystem: system), on: scheduler)
            value.set(4)
            expect { try value.saveNow() }.to(throwError(FileError("open", "/settings/size", code: ENOSPC)))
            _ = disk.start()
            expect(disk.files["/settings/size"]) == Array("3".utf8)
        }

        it("a saved value, which is there after a power failure") {
            let file = URL(fileURLWithPath: "/settings/size")
            for loss in PowerLoss.allCases {
                disk = SimulatedDisk(seed: Seed.current.value)
                for run in 0..<3 {
                    let value = try SavedValue(0, in: .file(file, fileSystem: disk.start(losing: loss)), on: scheduler)
                    expect(value.state.value) == run
                    value.set(run + 1)
                    try value.saveNow()
                }
            }
        }

        it("a disk cache, which is never a half of a value, and forgets what was not used for longest") {
            let folder = URL(fileURLWithPath: "/cache")
            let (first, second) = (Data(repeating: 1, count: 400), Data(repeating: 2, count: 400))
            for calls in 0..<12 {
                disk = SimulatedDisk(seed: 1)
                var cache = DiskCache(folder: folder, fileSystem: disk.start())
                try await cache.insert(first, for: "a")
                try await cache.flush()
                disk.behaviour = DiskBehaviour(callsLeft: calls)
                try? await cache.insert(second, for: "a")
                cache = DiskCache(folder: folder, fileSystem: disk.start(losing: .everything))
                let found = await cache.data(for: "a")
                expect([nil, first, second]).to(contain(found))
            }
            let system = disk.start()
            let cache = DiskCache(folder: folder, byteLimit: 1_200, fileSystem: system)
            for key in ["a", "b", "c"] { try await cache.insert(first, for: key) }
            try await cache.flush()
            expect(disk.isSynchronized) == true
            let next = DiskCache(folder: folder, byteLimit: 600, fileSystem: disk.start(losing: .everything))
            for key in ["a", "b"] { await expect { await next.data(for: key) }.to(beNil()) }
            await expect { await next.data(for: "c") } == first
        }
    }
}
