import MillraceSpecs
import TestSupport

@testable import MillraceCache

/// Random programs of look-ups, insertions, removals, passing time and changed limits, beside a plain model that tells
/// all that happens.
final class MemoryProgramsSpec: Spec {
    func testSpec() {
        describe("the memory of a cache") {
            it("is what the model says after each step") {
                runPrograms(300) { random in
                    var program = MemoryProgram(&random)
                    for step in 0..<Int.random(in: 1...120, using: &random) {
                        if let problem = program.step(&random) { return "step \(step): \(problem)" }
                    }
                    return nil
                }
            }
        }
    }
}

/// The values of a cache, the one that was used last at the end.
private struct Model {
    struct Entry {
        let key: Int
        var value: Int
        var cost: Int
        var due: Duration?
    }

    var entries: [Entry] = []
    var countLimit: Int?
    var costLimit: Int?

    var cost: Int { entries.reduce(0) { $0 + $1.cost } }

    func index(of key: Int) -> Int? { entries.firstIndex { $0.key == key } }

    var exceeded: EvictionReason? {
        if let countLimit, entries.count > countLimit { return .countLimit }
        if let costLimit, cost > costLimit { return .costLimit }
        return nil
    }

    /// What leaves because of its age, in the order in which it is due.
    mutating func takeExpired(at now: Duration) -> [Entry] {
        let expired = entries.filter { $0.due.map { $0 <= now } ?? false }
        entries.removeAll { entry in expired.contains { $0.key == entry.key } }
        return expired.sorted { $0.due! < $1.due! }
    }
}

private struct MemoryProgram {
    private var store: MemoryStore<Int, Int>
    private var model = Model()
    private var now = Duration.zero
    private var lastValue = 0

    init(_ random: inout SeededGenerator) {
        model.countLimit = Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : nil
        model.costLimit = Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil
        store = MemoryStore(countLimit: model.countLimit, costLimit: model.costLimit)
    }

    mutating func step(_ random: inout SeededGenerator) -> String? {
        let key = Int.random(in: 0..<10, using: &random)
        var expected: [Eviction<Int, Int>] = []
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: insert(key, &random, &expected)
        case 9..<15: if let problem = lookUp(key, &expected) { return problem }
        case 15:
            store.remove(key)
            if let index = model.index(of: key) { expected.append(leaving(model.entries.remove(at: index), .removed)) }
        case 16: now += .seconds(Int.random(in: 0...4, using: &random))
        case 17:
            store.removeExpired(at: now)
            expected = model.takeExpired(at: now).map { leaving($0, .ageLimit) }
        case 18:
            let limit = Bool.random(using: &random) ? Int.random(in: 0...6, using: &random) : nil
            (store.countLimit, model.countLimit) = (limit, limit)
        default:
            if Int.random(in: 0..<4, using: &random) > 0 {
                let limit = Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil
                (store.costLimit, model.costLimit) = (limit, limit)
            } else {
                store.removeAll(.memoryReleased)
                let all = model.entries.map { leaving($0, .memoryReleased) }
                return compareSets(store.takeDeparted(), all) ?? cleared()
            }
        }
        return compare(store.takeDeparted(), expected) ?? invariants
    }

    private mutating func cleared() -> String? {
        model.entries = []
        return invariants
    }

    private mutating func insert(_ key: Int, _ random: inout SeededGenerator, _ expected: inout [Eviction<Int, Int>]) {
        lastValue += 1
        let cost = Int.random(in: 0...8, using: &random)
        let due = Bool.random(using: &random) ? now + .seconds(Int.random(in: 1...6, using: &random)) : nil
        store.insert(lastValue, for: key, cost: cost, due: due, at: now)
        expected += model.takeExpired(at: now).map { leaving($0, .ageLimit) }
        let former = model.index(of: key).map { model.entries.remove(at: $0) }
        if let former { expected.append(leaving(former, .replaced)) }
        let entry = Model.Entry(key: key, value: lastValue, cost: cost, due: due)
        if model.countLimit == 0 {
            expected.append(leaving(entry, .countLimit))
        } else if let limit = model.costLimit, cost > limit {
            expected.append(leaving(entry, .costLimit))
        } else {
            model.entries.append(entry)
        }
    }

    private mutating func lookUp(_ key: Int, _ expected: inout [Eviction<Int, Int>]) -> String? {
        let contained = store.contains(key, at: now)
        let found = store.value(for: key, at: now)
        guard let index = model.index(of: key) else {
            return found == nil && !contained ? nil : "found \(key), which was not there"
        }
        let entry = model.entries.remove(at: index)
        if let due = entry.due, due <= now {
            expected.append(leaving(entry, .ageLimit))
            return found == nil && !contained ? nil : "found \(key), which has expired"
        }
        model.entries.append(entry)
        if found == entry.value, contained { return nil }
        return "found \(String(describing: found)) for \(key), not \(entry.value)"
    }

    private func leaving(_ entry: Model.Entry, _ reason: EvictionReason) -> Eviction<Int, Int> {
        Eviction(key: entry.key, value: entry.value, reason: reason)
    }

    /// What is expected comes first; then, for as long as a limit is exceeded, what there is no room for.
    private mutating func compare(_ departed: [Eviction<Int, Int>], _ expected: [Eviction<Int, Int>]) -> String? {
        if let problem = compareSets(Array(departed.prefix(expected.count)), expected) { return problem }
        for eviction in departed.dropFirst(expected.count) {
            guard let reason = model.exceeded else { return "\(eviction) left although there is room" }
            guard let index = model.index(of: eviction.key), model.entries[index].value == eviction.value else {
                return "\(eviction) left, which was not there"
            }
            if index > 0 { return "\(eviction) left before \(model.entries[0])" }
            if eviction.reason != reason { return "\(eviction) left because of \(reason)" }
            model.entries.remove(at: index)
        }
        return model.exceeded.map { "\($0) is exceeded by \(model.entries)" }
    }

    private func compareSets(_ departed: [Eviction<Int, Int>], _ expected: [Eviction<Int, Int>]) -> String? {
        departed.sorted { $0.key < $1.key } == expected.sorted { $0.key < $1.key }
            ? nil : "\(departed) left, not \(expected)"
    }

    private var invariants: String? {
        if store.count != model.entries.count { return "\(store.count) entries, not \(model.entries.count)" }
        if store.cost != model.cost { return "a cost of \(store.cost), not \(model.cost)" }
        let current = model.entries.filter { $0.due.map { $0 > now } ?? true }
        let missing = current.first { !store.contains($0.key, at: now) }
        return missing.map { "\($0) is missing" }
    }
}
