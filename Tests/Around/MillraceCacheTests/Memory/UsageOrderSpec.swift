import MillraceSpecs

@testable import MillraceCache

final class UsageOrderSpec: Spec {
    func testSpec() {
        func store(_ policy: EvictionPolicy, countLimit: Int? = nil, costLimit: Int? = nil) -> MemoryStore<Int, Int> {
            MemoryStore(policy: policy, countLimit: countLimit, costLimit: costLimit) { $0 }
        }

        func insert(_ keys: some Sequence<Int>, into store: inout MemoryStore<Int, Int>, cost: Int = 1) {
            for key in keys { store.insert(key, for: key, cost: cost, due: nil, at: .zero) }
        }

        func has(_ key: Int, _ store: MemoryStore<Int, Int>) -> Bool { store.contains(key, at: .zero) }

        describe("what is used often") {
            it("stays when many others are used once") {
                var store = store(.frequentlyUsed, countLimit: 20)
                insert(0..<10, into: &store)
                for _ in 0..<5 { for key in 0..<10 { _ = store.value(for: key, at: .zero) } }
                insert(100..<400, into: &store)
                expect((0..<10).filter { has($0, store) }).to(haveCount(10))
            }

            it("goes with plain LRU") {
                var store = store(.leastRecentlyUsed, countLimit: 20)
                insert(0..<10, into: &store)
                for _ in 0..<5 { for key in 0..<10 { _ = store.value(for: key, at: .zero) } }
                insert(100..<1100, into: &store)
                expect((0..<10).filter { has($0, store) }).to(beEmpty())
            }

            it("is forgotten when it is not used any more") {
                var store = store(.frequentlyUsed, countLimit: 20)
                insert(0..<10, into: &store)
                for _ in 0..<15 { for key in 0..<10 { _ = store.value(for: key, at: .zero) } }
                for _ in 0..<100 {
                    for key in 100..<115 where store.value(for: key, at: .zero) == nil { insert([key], into: &store) }
                }
                expect((100..<115).filter { has($0, store) }.count) >= 10
            }
        }

        describe("what was inserted last") {
            it("is there, however popular the others are and however much it costs") {
                var store = store(.frequentlyUsed, costLimit: 100)
                insert(0..<100, into: &store)
                for _ in 0..<15 { for key in 0..<100 { _ = store.value(for: key, at: .zero) } }
                insert([1000], into: &store, cost: 60)
                expect(has(1000, store)) == true
                expect(store.cost) <= 100
            }

            it("is not there if it is larger than the cache, and neither is what it replaces") {
                var store = store(.frequentlyUsed, costLimit: 10)
                insert([1, 2], into: &store)
                insert([1], into: &store, cost: 11)
                expect(has(1, store)) == false
                expect(has(2, store)) == true
                expect(store.takeDeparted().map(\.reason)) == [.replaced, .costLimit]
            }
        }

        describe("a costly entry") {
            it("has to be worth all those that would leave in its place") {
                var store = store(.frequentlyUsed, costLimit: 100)
                insert(0..<100, into: &store)
                for _ in 0..<2 { for key in 0..<100 { _ = store.value(for: key, at: .zero) } }
                insert([1000], into: &store, cost: 50)
                for _ in 0..<3 { _ = store.value(for: 1000, at: .zero) }
                insert([1001], into: &store)
                expect(has(1000, store)) == false
            }
        }

        describe("the sketch") {
            it("never estimates too little, until it ages") {
                var (sketch, random) = (FrequencySketch(capacity: 256), SeededGenerator(Seed.current))
                var counts: [UInt64: Int] = [:]
                for _ in 0..<500 {
                    let hash = UInt64.random(in: 0..<60, using: &random)
                    sketch.count(hash)
                    counts[hash, default: 0] += 1
                }
                for (hash, count) in counts { expect(sketch.frequency(of: hash)) >= min(count, 15) }
                let unseen = (1000..<1200).map { sketch.frequency(of: $0) }
                expect(unseen.filter { $0 == 0 }.count) > 150
            }

            it("keeps what it knows when it grows") {
                var sketch = FrequencySketch(capacity: 8)
                for _ in 0..<5 { sketch.count(7) }
                sketch.reserve(1000)
                expect(sketch.frequency(of: 7)) == 5
            }

            it("halves what it knows after ten uses for each entry") {
                var sketch = FrequencySketch(capacity: 8)
                for _ in 0..<12 { sketch.count(7) }
                for hash in 100..<168 { sketch.count(UInt64(hash)) }
                expect(sketch.frequency(of: 7)) < 12
            }
        }
    }
}
