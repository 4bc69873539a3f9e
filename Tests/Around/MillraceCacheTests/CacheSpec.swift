import MillraceBase
import MillraceCache
import MillraceSignals
import MillraceSpecs

final class CacheSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var notes = Notes()
        beforeEach { (scheduler, notes) = (TestScheduler(), Notes()) }

        func cache(
            countLimit: Int? = nil,
            costLimit: Int? = nil,
            ageLimit: Duration? = nil
        ) -> Cache<String, Int> {
            let notes = notes
            return Cache(
                countLimit: countLimit,
                costLimit: costLimit,
                ageLimit: ageLimit,
                clock: scheduler,
                cost: { $0 },
                onEviction: { notes.add("\($0.key) \($0.value) \($0.reason)") }
            )
        }

        describe("a cache in memory") {
            it("finds what was inserted last, and nothing that was not or was removed") {
                let cache = cache()
                cache.insert(1, for: "a")
                cache.insert(2, for: "a")
                cache.insert(3, for: "b")
                expect(cache["a"]) == 2
                expect(cache["c"]).to(beNil())
                cache.remove("a")
                cache.remove("c")
                expect(cache["a"]).to(beNil())
                cache.removeAll()
                expect(cache["b"]).to(beNil())
                expect(notes.all) == ["a 1 replaced", "a 2 removed", "b 3 removed"]
            }

            it("holds its limits, also where they become smaller") {
                let cache = cache(countLimit: 3, costLimit: 100)
                for (index, key) in ["a", "b", "c"].enumerated() { cache.insert(index, for: key) }
                _ = cache["a"]
                cache.insert(3, for: "d")
                cache.insert(97, for: "e", cost: 96)
                expect(notes.take()) == ["b 1 countLimit", "c 2 countLimit"]
                cache.costLimit = 98
                expect(notes.take()) == ["a 0 costLimit", "d 3 costLimit"]
                cache.countLimit = 0
                expect(notes.take()) == ["e 97 countLimit"]
                cache.insert(1, for: "a")
                expect(notes.take()) == ["a 1 countLimit"]
                expect(cache.statistics.count) == 0
            }

            it("bears the greatest limits and costs") {
                let cache = Cache<String, Int>(countLimit: .max, costLimit: .max, clock: scheduler)
                for number in 0..<10 { cache.insert(number, for: "\(number)") }
                cache.insert(10, for: "10", cost: .max)
                cache.insert(11, for: "11", cost: .max - 10)
                cache.insert(12, for: "12", cost: 1)
                expect(cache.statistics.count) == 11
                expect(cache.statistics.cost) == .max
                expect(cache["9"]) == 9
            }

            it("returns nothing that is as old as its limit") {
                let cache = cache(ageLimit: .seconds(10))
                cache.insert(1, for: "a")
                cache.insert(2, for: "b", ageLimit: .seconds(20))
                scheduler.advance(by: .seconds(9))
                expect(cache["a"]) == 1
                scheduler.advance(by: .seconds(1))
                expect(cache.isInMemory("a")) == false
                expect(cache["a"]).to(beNil())
                expect(cache["b"]) == 2
                scheduler.advance(by: .seconds(10))
                expect(cache["b"]).to(beNil())
                expect(notes.all) == ["a 1 ageLimit", "b 2 ageLimit"]
            }

            it("counts the age anew with a new value") {
                let cache = cache(ageLimit: .seconds(10))
                cache.insert(1, for: "a")
                scheduler.advance(by: .seconds(6))
                cache.insert(2, for: "a")
                scheduler.advance(by: .seconds(6))
                cache.insert(3, for: "b")
                expect(cache["a"]) == 2
            }

            it("lets go of what has expired before what has not") {
                let cache = cache(countLimit: 2)
                cache.insert(1, for: "a")
                cache.insert(2, for: "b", ageLimit: .seconds(1))
                scheduler.advance(by: .seconds(1))
                cache.insert(3, for: "c")
                expect(notes.all) == ["b 2 ageLimit"]
            }

            it("gives its memory back, as a reason of its own") {
                let cache = cache()
                cache.insert(1, for: "a")
                cache.removeAllFromMemory()
                expect(notes.all) == ["a 1 memoryReleased"]
            }

            it("may be used by what is told, and by values that are released") {
                final class Owner: Sendable {
                    let leaving: @Sendable () -> Void
                    init(_ leaving: @escaping @Sendable () -> Void) { self.leaving = leaving }
                    deinit { leaving() }
                }
                let (notes, place) = (notes, Locked<Cache<String, Owner>?>(nil))
                let owners = Cache<String, Owner>(
                    countLimit: 1,
                    onEviction: { eviction in
                        notes.add("\(eviction.key) left \(place.withLock { $0 }?.statistics.count ?? 0)")
                    }
                )
                place.withLock { $0 = owners }
                owners.insert(Owner { notes.add("released with \(owners.statistics.count)") }, for: "a")
                owners.insert(Owner {}, for: "b")
                expect(notes.all) == ["a left 1", "released with 1"]
                place.withLock { $0 = nil }
            }
        }

        describe("the statistics") {
            it("count what happens") {
                let cache = cache(countLimit: 2)
                cache.insert(5, for: "a")
                cache.insert(6, for: "b")
                cache.insert(7, for: "c")
                _ = (cache["a"], cache["b"], cache["c"])
                let statistics = cache.statistics
                expect([statistics.hits, statistics.misses]) == [2, 1]
                expect([statistics.count, statistics.cost]) == [2, 13]
            }
        }
    }
}
