import Foundation
import MillraceSignals
import MillraceSpecs

@testable import MillraceCache

private struct Unreadable: Error {}

/// A cache with memory and disk.
final class CacheDiskSpec: Spec {
    func testSpec() {
        var folder = TemporaryFolder()
        var notes = Notes()
        var scheduler = TestScheduler()
        beforeEach { (folder, notes, scheduler) = (TemporaryFolder(), Notes(), TestScheduler()) }

        /// The clock of the cache and of the disk. It does not run the fetches: the disk is real.
        struct Clock: Scheduler {
            let time: TestScheduler
            var now: Duration { time.now }
            func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
                time.schedule(after: delay, work)
            }
            func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork { time.start(work) }
            func post(_ work: @escaping @Sendable () -> Void) { time.post(work) }
            func sleep(for duration: Duration) async throws { try await time.sleep(for: duration) }
        }

        /// A cache of texts, as in a new process. A text that begins with `!` cannot be encoded or decoded.
        func open(ageLimit: Duration? = nil, countLimit: Int? = nil) async -> Cache<Int, String> {
            let (scheduler, notes) = (scheduler, notes)
            let records = await folder.open(
                date: { Date(timeIntervalSince1970: 1000 + scheduler.now / .seconds(1)) },
                notes
            )
            let disk = CacheDisk<Int, String>(records, name: { "\($0)" }) { text in
                if isOnMainThread() { notes.add("encoded on the main thread") }
                if text.hasPrefix("!") { throw Unreadable() }
                return Data(text.utf8)
            } decode: { data in
                if isOnMainThread() { notes.add("decoded on the main thread") }
                if data.starts(with: Data("?".utf8)) { throw Unreadable() }
                return String(decoding: data, as: UTF8.self)
            }
            return Cache(countLimit: countLimit, ageLimit: ageLimit, clock: Clock(time: scheduler), disk: disk)
        }

        func fetching(_ key: Int, _ value: String, in cache: Cache<Int, String>) async throws -> String {
            let notes = notes
            return try await cache.value(for: key) {
                notes.add("fetch \(key)")
                return value
            }
        }

        describe("a value") {
            it("is found on disk by the next process, and in memory from then on") {
                let first = await open()
                first.insert("one", for: 1)
                await expect { try await fetching(2, "two", in: first) } == "two"
                try await first.flush()
                let second = await open()
                expect(second[1]).to(beNil())
                await expect { await second.value(for: 1) } == "one"
                expect(second[1]) == "one"
                await expect { try await fetching(2, "other", in: second) } == "two"
                await expect { await second.value(for: 3) }.to(beNil())
                expect(notes.all) == ["fetch 2"]
            }

            it("is found on disk when there was no room for it in memory") {
                let cache = await open(countLimit: 1)
                for number in 1...5 { cache.insert("\(number)", for: number) }
                for number in 1...5 { await expect { await cache.value(for: number) } == "\(number)" }
            }

            it("is gone from both when it is removed or replaced") {
                let cache = await open(countLimit: 1)
                for number in 1...4 { cache.insert("\(number)", for: number) }
                cache.remove(1)
                cache.insert("new", for: 2)
                await expect { await cache.value(for: 1) }.to(beNil())
                cache.removeAllFromMemory()
                await expect { await cache.value(for: 2) } == "new"
                cache.removeAll()
                for number in 1...4 { await expect { await cache.value(for: number) }.to(beNil()) }
            }

            it("is as old in the next process as it was") {
                let first = await open(ageLimit: .seconds(10))
                first.insert("one", for: 1)
                first.insert("two", for: 2, ageLimit: .seconds(20))
                try await first.flush()
                scheduler.advance(by: .seconds(6))
                let second = await open(ageLimit: .seconds(10))
                await expect { await second.value(for: 1) } == "one"
                scheduler.advance(by: .seconds(4))
                expect(second[1]).to(beNil())
                await expect { await second.value(for: 1) }.to(beNil())
                await expect { await second.value(for: 2) } == "two"
            }
        }

        describe("a value that cannot be encoded") {
            it("stays in memory and is reported, and what it replaced is gone") {
                let cache = await open()
                cache.insert("one", for: 1)
                cache.insert("!", for: 1)
                try await cache.flush()
                expect(cache[1]) == "!"
                cache.removeAllFromMemory()
                await expect { await cache.value(for: 1) }.to(beNil())
                expect(notes.all) == ["notEncoded 1"]
            }
        }

        describe("data that cannot be decoded") {
            it("is a miss that is reported, and is fetched") {
                let cache = await open()
                cache.insert("?", for: 1)
                cache.removeAllFromMemory()
                await expect { try await fetching(1, "good", in: cache) } == "good"
                expect(notes.all) == ["notDecoded 1", "fetch 1"]
                try await cache.flush()
                cache.removeAllFromMemory()
                await expect { await cache.value(for: 1) } == "good"
            }
        }

        describe("the main actor") {
            it("neither encodes nor decodes, and a look-up in memory waits for nothing") {
                let cache = await open()
                let (isHeld, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                let found: String? = await Task { @MainActor in
                    cache.insert("one", for: 1)
                    cache.disk?.records.enqueue { _ in
                        isHeld.signal()
                        mayGo.wait()
                    }
                    cache.insert("two", for: 2)
                    return cache[2]
                }.value
                expect(found) == "two"
                mayGo.signal()
                cache.removeAllFromMemory()
                let read: String? = await Task { @MainActor in await cache.value(for: 1) }.value
                expect(read) == "one"
                expect(notes.all).to(beEmpty())
            }
        }

        describe("JSON and data") {
            it("need no coder of one's own") {
                struct Pin: Codable, Equatable { var title: String }
                let records = await folder.open(notes)
                let pins = Cache<String, Pin>(disk: CacheDisk(json: records, name: { "pin \($0)" }))
                let files = Cache<String, Data>(disk: CacheDisk(records, name: { "file \($0)" }))
                pins.insert(Pin(title: "Tea"), for: "a")
                files.insert(Data([1, 2]), for: "a")
                pins.removeAllFromMemory()
                files.removeAllFromMemory()
                await expect { await pins.value(for: "a") } == Pin(title: "Tea")
                await expect { await files.value(for: "a") } == Data([1, 2])
            }
        }
    }
}
