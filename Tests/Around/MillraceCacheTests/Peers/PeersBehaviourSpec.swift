import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceCache

/// What the suites of PINCache, Nuke and Kingfisher check and no other spec of this module says: see
/// Documentation/Comparisons/CachesCompared.md.
final class PeersBehaviourSpec: Spec {
    func testSpec() {
        var folder = TemporaryFolder()
        var notes = Notes()
        var scheduler = TestScheduler()
        beforeEach { (folder, notes, scheduler) = (TemporaryFolder(), Notes(), TestScheduler()) }

        func memory(
            countLimit: Int? = nil,
            costLimit: Int? = nil
        ) -> Cache<String, Int> {
            let notes = notes
            return Cache(
                countLimit: countLimit,
                costLimit: costLimit,
                clock: scheduler,
                onEviction: { notes.add("\($0.key) \($0.reason)") }
            )
        }

        describe("PINCache: memory") {
            it("sums costs, also where a value is replaced ten times") {
                let cache = memory()
                for _ in 0..<10 { cache.insert(1, for: "a", cost: 1) }
                cache.insert(2, for: "b", cost: 2)
                expect(cache.statistics.cost) == 3
                cache.removeAll()
                expect(cache.statistics.cost) == 0
            }

            it("trims to a cost: what was used last stays, even one that is used for the first time") {
                let cache = memory()
                cache.insert(1, for: "a", cost: 1)
                cache.insert(2, for: "b", cost: 2)
                cache.costLimit = 2
                expect(cache.isInMemory("a")) == false
                expect(cache.isInMemory("b")) == true
            }

            it("has what many threads have written") {
                let cache = memory()
                await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<1001 {
                        group.addTask {
                            cache.insert(number, for: "key \(number)")
                            return cache["key \(number)"] == number
                        }
                    }
                    for await isFound in group { expect(isFound) == true }
                }
            }

            it("lets a callback for each one removed by removeAll use the cache") {
                let place = Locked<Cache<String, Int>?>(nil)
                let notes = notes
                let cache = Cache<String, Int>(onEviction: { eviction in
                    notes.add("\(eviction.key) of \(place.withLock { $0 }?.statistics.count ?? -1)")
                })
                place.withLock { $0 = cache }
                cache.insert(1, for: "a")
                cache.insert(2, for: "b")
                cache.removeAll()
                expect(notes.all.sorted()) == ["a of 0", "b of 0"]
                place.withLock { $0 = nil }
            }
        }

        describe("PINCache: disk") {
            it("removes all and one in turn, without one overtaking the other") {
                let cache = await folder.open(notes)
                for number in 0..<300 {
                    try await cache.removeAll()
                    try await cache.insert(Data([1]), for: "\(number)")
                    await expect { await cache.data(for: "\(number)") } == Data([1])
                    try await cache.remove("\(number)")
                    await expect { await cache.data(for: "\(number)") }.to(beNil())
                }
                expect(notes.all).to(beEmpty())
            }

            it("finds a record while thousands of others are opened, and knows them all") {
                let first = await folder.open(notes)
                for number in 0..<2000 {
                    first.enqueue { try? $0.change { try $0.put(Data([1]), for: "\(number)", ageLimit: nil) } }
                }
                let second = await folder.open(notes)
                await expect { await second.data(for: "1") } == Data([1])
                expect(second.count) == 2000
            }

            it("counts a record that is replaced once") {
                let cache = await folder.open(notes)
                for _ in 0..<2 { try await cache.insert(Data(count: 10), for: "a") }
                expect(cache.count) == 1
            }

            it("takes any text as a key") {
                let cache = await folder.open(notes)
                let keys = [
                    "http://www.test.de-<CoolStuff>?%", "", "a/../../b", ".", "ключ",
                    String(repeating: "k", count: 60_000),
                ]
                for (number, key) in keys.enumerated() { try await cache.insert(Data([UInt8(number)]), for: key) }
                for (number, key) in keys.enumerated() {
                    await expect { await cache.data(for: key) } == Data([UInt8(number)])
                }
            }
        }

        describe("Nuke") {
            it("removes what is not there, and twice") {
                let cache = memory()
                cache.remove("a")
                cache.insert(1, for: "a")
                cache.removeAll()
                cache.removeAll()
                expect(notes.all) == ["a removed"]
            }

            it("counts replacing as a use") {
                let cache = memory(countLimit: 2)
                cache.insert(1, for: "a")
                cache.insert(2, for: "b")
                cache.insert(3, for: "a")
                cache.insert(4, for: "c")
                expect(notes.all) == ["a replaced", "b countLimit"]
            }

            it("keeps nothing with a limit of zero") {
                for cache in [memory(countLimit: 0), memory(costLimit: 0)] {
                    cache.insert(1, for: "a", cost: 1)
                    expect(cache["a"]).to(beNil())
                }
            }

            it("makes its folder anew when somebody deletes it") {
                let cache = await folder.open(notes)
                try await cache.insert(Data([1]), for: "a")
                try FileManager.default.removeItem(at: folder.url)
                await expect { await cache.data(for: "a") }.to(beNil())
                try await cache.insert(Data([2]), for: "a")
                await expect { await cache.data(for: "a") } == Data([2])
                expect(folder.files).to(haveCount(1))
                expect(notes.all).to(beEmpty())
            }
        }

        describe("Kingfisher") {
            it("does not make a value younger when it is looked at") {
                let cache = Cache<String, Int>(ageLimit: .seconds(10), clock: scheduler)
                cache.insert(1, for: "a")
                for _ in 0..<9 {
                    scheduler.advance(by: .seconds(1))
                    expect(cache["a"]) == 1
                }
                scheduler.advance(by: .seconds(1))
                expect(cache["a"]).to(beNil())
            }

            it("keeps nothing that has expired already") {
                let cache = memory()
                cache.insert(1, for: "a", ageLimit: .zero)
                cache.insert(1, for: "b", ageLimit: .seconds(-1))
                expect(cache["a"]).to(beNil())
                expect(cache["b"]).to(beNil())
                let disk = await folder.open(notes)
                try await disk.insert(Data([1]), for: "a", ageLimit: .zero)
                await expect { await disk.data(for: "a") }.to(beNil())
            }
        }
    }
}
