import Foundation
import MillraceSpecs

@testable import MillraceCache

/// Keys in the order in which they are asked for, and a cache of some size for them.
struct Trace {
    let name: String
    let countLimit: Int
    let keys: [Int]

    /// All of them. The same in each process.
    static let all: [Trace] = {
        var random = SeededGenerator(seed: 15)
        let zipf = Zipf(10_000, exponent: 0.9)
        return [
            Trace(name: "zipf", countLimit: 500, keys: (0..<60_000).map { _ in zipf.next(&random) }),
            Trace(name: "zipf, a small cache", countLimit: 50, keys: (0..<60_000).map { _ in zipf.next(&random) }),
            scans(&random, zipf),
            Trace(name: "loop, larger than the cache", countLimit: 500, keys: (0..<60_000).map { $0 % 750 }),
            shifting(&random),
            feed(&random),
            Trace(name: "the last ones only", countLimit: 500, keys: lately(&random)),
        ]
    }()

    /// Popular keys, and every thousand look-ups a scan of 1,000 keys that never come again.
    private static func scans(_ random: inout SeededGenerator, _ zipf: Zipf) -> Trace {
        var (keys, fresh) = ([Int](), 1_000_000)
        while keys.count < 60_000 {
            for _ in 0..<1000 { keys.append(zipf.next(&random)) }
            for _ in 0..<1000 {
                fresh += 1
                keys.append(fresh)
            }
        }
        return Trace(name: "zipf with scans", countLimit: 500, keys: keys)
    }

    /// Popular keys, which are others every 10,000 look-ups.
    private static func shifting(_ random: inout SeededGenerator) -> Trace {
        let zipf = Zipf(2000, exponent: 1)
        let keys = (0..<60_000).map { zipf.next(&random) + $0 / 10_000 * 2000 }
        return Trace(name: "a hot set that shifts", countLimit: 200, keys: keys)
    }

    /// A feed that is scrolled down, a little back now and then, with avatars that come again and again.
    private static func feed(_ random: inout SeededGenerator) -> Trace {
        let avatars = Zipf(1000, exponent: 0.8)
        var (keys, position) = ([Int](), 10_000)
        while keys.count < 60_000 {
            position += Int.random(in: 0..<5, using: &random) == 0 ? -Int.random(in: 0..<30, using: &random) : 3
            for row in position..<(position + 6) { keys += [row, avatars.next(&random)] }
        }
        return Trace(name: "a feed that is scrolled", countLimit: 200, keys: keys)
    }

    /// Each key is new, or was used within the last 600 look-ups.
    private static func lately(_ random: inout SeededGenerator) -> [Int] {
        var keys = [0]
        while keys.count < 60_000 {
            let isNew = Int.random(in: 0..<3, using: &random) == 0
            let back = min(keys.count, Int.random(in: 1...600, using: &random))
            keys.append(isNew ? keys.count : keys[keys.count - back])
        }
        return keys
    }

    /// The share of look-ups that a cache answers from memory, in percent.
    func hitRate(_ policy: EvictionPolicy) -> Double {
        var store = MemoryStore<Int, Void>(policy: policy, countLimit: countLimit, costLimit: nil) { $0 }
        var hits = 0
        for key in keys {
            if store.value(for: key, at: .zero) != nil {
                hits += 1
            } else {
                store.insert((), for: key, cost: 1, due: nil, at: .zero)
                _ = store.takeDeparted()
            }
        }
        return Double(hits) / Double(keys.count) * 100
    }

    /// What the best possible cache would answer: it knows what is asked for next (Belady, 1966).
    var bestHitRate: Double {
        var nextUse = [Int](repeating: .max, count: keys.count)
        var seen: [Int: Int] = [:]
        for index in keys.indices.reversed() {
            nextUse[index] = seen[keys[index]] ?? .max
            seen[keys[index]] = index
        }
        // Of all that is kept, the one that is used last, or not any more, leaves.
        var (kept, hits) = ([Int: Int](), 0)
        var heap: [(next: Int, key: Int)] = []
        for index in keys.indices {
            let key = keys[index]
            if kept[key] != nil { hits += 1 }
            kept[key] = nextUse[index]
            heap.append((nextUse[index], key))
            var child = heap.count - 1
            while child > 0, heap[(child - 1) / 2].next < heap[child].next {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
            while kept.count > countLimit {
                let (next, key) = heap[0]
                heap[0] = heap[heap.count - 1]
                heap.removeLast()
                var parent = 0
                while true {
                    var most = parent
                    for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                        if heap[child].next > heap[most].next { most = child }
                    }
                    if most == parent { break }
                    heap.swapAt(parent, most)
                    parent = most
                }
                if kept[key] == next { kept[key] = nil }
            }
        }
        return Double(hits) / Double(keys.count) * 100
    }
}

/// Numbers of which the first are asked for most: the n-th with a weight of 1 / n to the power of the exponent.
struct Zipf {
    private var sums: [Double] = []

    init(_ count: Int, exponent: Double) {
        var sum = 0.0
        for number in 1...count {
            sum += pow(Double(number), -exponent)
            sums.append(sum)
        }
    }

    func next(_ random: inout SeededGenerator) -> Int {
        let wanted = Double.random(in: 0..<sums[sums.count - 1], using: &random)
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
