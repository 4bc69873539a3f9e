import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs
import MillraceStorage

@testable import MillraceCache

final class DiskCacheSpec: Spec {
    func testSpec() {
        var folder = TemporaryFolder()
        var notes = Notes()
        var date = Locked(Date(timeIntervalSince1970: 1_000_000))
        beforeEach {
            (folder, notes) = (TemporaryFolder(), Notes())
            date = Locked(Date(timeIntervalSince1970: 1_000_000))
        }

        func wait(_ seconds: Double) { date.withLock { $0 += seconds } }

        func open(byteLimit: Int? = nil, ageLimit: Duration? = nil) async -> DiskCache {
            let date = date
            return await folder.open(
                byteLimit: byteLimit,
                ageLimit: ageLimit,
                date: { date.withLock { $0 } },
                notes
            )
        }

        func data(_ text: String) -> Data { Data(text.utf8) }

        func text(_ key: String, in cache: DiskCache) async -> String? {
            await cache.data(for: key).map { String(decoding: $0, as: UTF8.self) }
        }

        describe("a disk cache") {
            it("finds what was written last, also in the next process") {
                var cache = await open()
                try await cache.insert(data("1"), for: "a")
                try await cache.insert(data("2"), for: "a")
                try await cache.insert(data(""), for: "nothing")
                try await cache.insert(data("3"), for: "b")
                try await cache.remove("b")
                try await cache.insert(Data(repeating: 7, count: 100_000), for: "large/../\u{0}?")
                for _ in 0..<2 {
                    await expect { await text("a", in: cache) } == "2"
                    await expect { await text("nothing", in: cache) } == ""
                    await expect { await text("b", in: cache) }.to(beNil())
                    await expect { await cache.data(for: "large/../\u{0}?") } == Data(repeating: 7, count: 100_000)
                    expect(cache.count) == 3
                    expect(cache.byteCount) == folder.byteCount
                    cache = await open()
                }
                expect(notes.all).to(beEmpty())
            }

            it("reads what was asked for before it, in order") {
                let cache = await open()
                async let writing: Void = cache.insert(data("1"), for: "a")
                try await writing
                cache.enqueue { cache in try? cache.change { try $0.put(Data("2".utf8), for: "a", ageLimit: nil) } }
                cache.enqueue { cache in try? cache.change { try $0.remove("b") } }
                await expect { await text("a", in: cache) } == "2"
            }

            it("touches the disk at its first use") {
                let cache = await open()
                expect(FileManager.default.fileExists(atPath: folder.url.path)) == false
                await expect { await text("a", in: cache) }.to(beNil())
                expect(FileManager.default.fileExists(atPath: folder.url.path)) == true
            }

            it("removes everything, and goes on") {
                let cache = await open()
                for number in 0..<20 { try await cache.insert(data("value"), for: "\(number)") }
                try await cache.removeAll()
                expect(folder.files).to(beEmpty())
                await expect { await text("3", in: cache) }.to(beNil())
                try await cache.insert(data("again"), for: "3")
                await expect { await text("3", in: cache) } == "again"
                await expect { await open().count } == 0
                await expect { await text("3", in: await open()) } == "again"
            }

            it("has one writer; for the other everything is a miss that is reported once") {
                let (notes, first) = (notes, await open())
                try await first.insert(data("1"), for: "a")
                let second = DiskCache(folder: folder.url) { notes.add($0.name) }
                await expect { await text("a", in: second) }.to(beNil())
                await expect { try await second.insert(Data(), for: "a") }.to(
                    throwError(DiskCacheError.inUse(folder: folder.url.path))
                )
                expect(notes.all) == ["inUse"]
                await first.close()
                await expect { await text("a", in: second) } == "1"
            }

            it("has one writer, also where its folder was removed and made anew by another") {
                let (notes, first) = (notes, await open())
                try await first.insert(data("1"), for: "a")
                try FileManager.default.removeItem(at: folder.url)
                let second = DiskCache(folder: folder.url) { notes.add($0.name) }
                try await second.insert(data("2"), for: "a")
                await expect { try await first.insert(data("3"), for: "b") }.to(
                    throwError(DiskCacheError.inUse(folder: folder.url.path))
                )
                await expect { await text("a", in: first) }.to(beNil())
                await expect { await text("a", in: second) } == "2"
                expect(notes.all) == ["inUse"]
            }

            it("reports a folder that cannot be made") {
                try data("x").write(to: folder.url)
                await expect { await text("a", in: await open()) }.to(beNil())
                expect(notes.all) == ["notOpened"]
            }

            it("refuses a record that is larger than all there may be") {
                let cache = await open(byteLimit: 1000)
                try await cache.insert(data("small"), for: "a")
                try await cache.insert(data("other"), for: "b")
                await expect { try await cache.insert(Data(count: 1000), for: "a") }.to(throwError())
                await expect { await text("a", in: cache) }.to(beNil())
                await expect { await text("b", in: cache) } == "other"
                expect(notes.all) == ["tooLarge a"]
            }
        }

        describe("the age") {
            it("is limited by the folder, and by each record") {
                let cache = await open(ageLimit: .seconds(100))
                try await cache.insert(data("1"), for: "a")
                try await cache.insert(data("2"), for: "b", ageLimit: .seconds(50))
                try await cache.insert(data("3"), for: "c", ageLimit: .seconds(500))
                wait(49.9)
                await expect { await text("b", in: cache) } == "2"
                wait(0.1)
                await expect { await text("b", in: cache) }.to(beNil())
                wait(49)
                await expect { await text("a", in: cache) } == "1"
                wait(1)
                await expect { await text("a", in: cache) }.to(beNil())
                await expect { await text("c", in: cache) }.to(beNil())
            }

            it("is known to the next process, whose limit may be another") {
                try await open().insert(data("1"), for: "a", ageLimit: .seconds(50))
                try await open().insert(data("2"), for: "b")
                wait(40)
                await expect { await text("a", in: await open()) } == "1"
                await expect { await text("b", in: await open(ageLimit: .seconds(41))) } == "2"
                await expect { await text("b", in: await open(ageLimit: .seconds(40))) }.to(beNil())
                wait(10)
                await expect { await text("a", in: await open()) }.to(beNil())
            }

            it("is not known of what was written before the clock was set back: that is a miss") {
                let cache = await open()
                try await cache.insert(data("1"), for: "a", ageLimit: .seconds(50))
                try await cache.insert(data("2"), for: "b")
                wait(-1000)
                await expect { await text("a", in: cache) }.to(beNil())
                await expect { await text("b", in: cache) } == "2"
                wait(1000)
                await expect { await text("a", in: cache) }.to(beNil())
                await expect { await text("b", in: cache) } == "2"
            }
        }

        describe("the size") {
            it("is never beyond its limit, and what was read stays before what was not") {
                let cache = await open(byteLimit: 10_000)
                for number in 0..<300 {
                    try await cache.insert(Data(count: 100), for: "\(number)")
                    if number >= 5 { _ = await cache.data(for: "5") }
                    expect(folder.byteCount) <= 10_000
                }
                await expect { await cache.data(for: "5") }.toNot(beNil())
                await expect { await cache.data(for: "299") }.toNot(beNil())
                await expect { await cache.data(for: "6") }.to(beNil())
                expect(cache.count) > 30
            }

            it("is never beyond its limit in the next process, where what was written longest ago leaves first") {
                var cache = await open()
                for key in ["a", "b", "c"] {
                    try await cache.insert(Data(count: 1000), for: key)
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSince1970: key == "b" ? 1 : 2)],
                        ofItemAtPath: folder.file(of: key).path
                    )
                }
                cache = await open(byteLimit: 2100)
                await expect { await cache.data(for: "b") }.to(beNil())
                for key in ["a", "c"] { await expect { await cache.data(for: key) } == Data(count: 1000) }
                expect(folder.byteCount) <= 2100
            }
        }

        describe("a full disk") {
            it("is reported, and loses nothing but what is out of date") {
                let isFull = Locked(false)
                var calls = FileSystem.system
                let write = calls.write
                calls.write = { descriptor, bytes, offset in
                    if isFull.withLock({ $0 }) {
                        // A part of it fits still.
                        let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(20))
                        if bytes.count > 20 { return write(descriptor, part, offset) }
                        errno = ENOSPC
                        return -1
                    }
                    return write(descriptor, bytes, offset)
                }
                var cache = await folder.open(calls: calls, notes)
                try await cache.insert(data("1"), for: "a")
                try await cache.insert(data("1"), for: "b")
                try await cache.insert(data("2"), for: "b")
                try await cache.insert(data("1"), for: "c")
                isFull.withLock { $0 = true }
                await expect { try await cache.insert(Data("3".utf8), for: "b") }.to(throwError())
                await expect { try await cache.insert(Data("1".utf8), for: "new") }.to(throwError())
                try await cache.remove("c")
                expect(notes.take()) == ["full", "full"]
                for round in 0..<3 {
                    await expect { await text("a", in: cache) } == "1"
                    for key in ["b", "c", "new"] { await expect { await text(key, in: cache) }.to(beNil()) }
                    if round == 1 {
                        isFull.withLock { $0 = false }
                        try await cache.insert(data("4"), for: "d")
                        await expect { await text("d", in: cache) } == "4"
                    }
                    cache = await folder.open(calls: calls, notes)
                }
                expect(notes.all).to(beEmpty())
            }
        }

        describe("a system that refuses to read a file") {
            it("is reported, and nothing is taken for removed; what is there is there again when it does not refuse") {
                let cache = await folder.open(notes)
                for key in ["a", "b"] { try await cache.insert(data("1"), for: key) }
                let (file, kept) = (folder.file(of: "a"), folder.url.appendingPathComponent("kept"))
                try FileManager.default.moveItem(at: file, to: kept)
                try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
                await expect { await text("a", in: cache) }.to(beNil())
                await expect { try await cache.remove("a") }.to(throwError())
                await expect { await text("b", in: cache) } == "1"
                expect(notes.all) == ["failed", "failed"]
                try FileManager.default.removeItem(at: file)
                try FileManager.default.moveItem(at: kept, to: file)
                await expect { await text("a", in: cache) } == "1"
            }
        }

        describe("a system that refuses to write") {
            it("throws, and what is out of date is gone") {
                let isRefusing = Locked(false)
                var calls = FileSystem.system
                let write = calls.write
                calls.write = { descriptor, bytes, offset in
                    if !isRefusing.withLock({ $0 }) { return write(descriptor, bytes, offset) }
                    errno = EIO
                    return -1
                }
                var cache = await folder.open(calls: calls, notes)
                for key in ["a", "b"] { try await cache.insert(data("1"), for: key) }
                isRefusing.withLock { $0 = true }
                try await cache.remove("a")
                await expect { try await cache.insert(data("2"), for: "b") }.to(throwError())
                for _ in 0..<2 {
                    for key in ["a", "b"] { await expect { await text(key, in: cache) }.to(beNil()) }
                    cache = await folder.open(calls: calls, notes)
                }
                expect(notes.all) == ["failed"]
            }
        }
    }
}
