import Millrace
import MillraceData

/// What the things that a user holds cost in memory.
enum MemoryRows {
    static var all: [Benchmark] {
        let sum = Sum()
        return [
            Benchmark("a variable", aims: Aim.holds(blocks: 2, bytes: 160)) { { Variable(0) } },
            Benchmark("an emitter", aims: []) { { Emitter<Int>() } },
            Benchmark("a map of a variable, not observed", aims: []) {
                let variable = Variable(0)
                return { variable.map { $0 &+ 1 } }
            },
            Benchmark("a map of an emitter, not observed", aims: []) {
                let emitter = Emitter<Int>()
                return { emitter.map { $0 &+ 1 } }
            },
            Benchmark("a node of an observed chain", aims: Aim.holds(blocks: 3, bytes: 256), of: 1_000) {
                {
                    let variable = Variable(0)
                    var end: Observable<Int> = variable
                    for _ in 0..<1_000 { end = end.map { $0 &+ 1 } }
                    return (variable, end.observe { sum.add($0) })
                }
            },
            Benchmark("a node of an observed chain, held", aims: Aim.holds(blocks: 3, bytes: 256), of: 1_000) {
                {
                    var ends: [Observable<Int>] = [Variable(0)]
                    ends.reserveCapacity(1_001)
                    for index in 0..<1_000 { ends.append(ends[index].map { $0 &+ 1 }) }
                    return (ends, ends[1_000].observe { sum.add($0) })
                }
            },
            Benchmark("a signal's node, observed", aims: Aim.holds(blocks: 3, bytes: 220), of: 1_000) {
                {
                    let emitter = Emitter<Int>()
                    var end: Signal<Int> = emitter
                    for _ in 0..<1_000 { end = end.map { $0 &+ 1 } }
                    return (emitter, end.observe { sum.add($0) })
                }
            },
            Benchmark("a combine of two, observed", aims: []) {
                let (first, second) = (Variable(0), Variable(0))
                return { (first, second, combine(first, second).observe { sum.add($0 &+ $1) }) }
            },
            Benchmark("a select, observed", aims: []) {
                let variable = Variable(Panel())
                return { (variable, variable.select { $0.page }.observe { sum.add($0) }) }
            },
            Benchmark("a subscription to an emitter", aims: []) {
                let emitter = Emitter<Int>()
                return { (emitter, emitter.observe { sum.add($0) }) }
            },
            Benchmark("a subscription to a variable", aims: []) {
                let variable = Variable(0)
                return { (variable, variable.observe { sum.add($0) }) }
            },
            Benchmark("a bag of ten subscriptions", aims: []) {
                let variable = Variable(0)
                return {
                    let bag = SubscriptionBag()
                    for _ in 0..<10 { variable.observe { sum.add($0) }.store(in: bag) }
                    return (variable, bag)
                }
            },
            Benchmark("an inlet", aims: []) {
                let emitter = Emitter<Int>()
                return { emitter.inlet(on: .main) }
            },
            Benchmark("a dispatcher", aims: []) { { Dispatcher() } },
            Benchmark("a store with a handler", aims: Aim.holds(blocks: 8, bytes: 640)) {
                let dispatcher = Dispatcher()
                return { Store(0, on: dispatcher) { $0.on(Turn.self) { $0 = $1.page } } }
            },
            Benchmark("a member of a family, a store with a handler", aims: [], of: 1_000) {
                let dispatcher = Dispatcher()
                return {
                    let parent = Store(Array(0..<1_000), on: dispatcher)
                    return (parent, StoreFamily(of: parent, { $0 }, name: "panels") { _ in makePanel(on: dispatcher) })
                }
            },
            Benchmark("a filtered view, not observed", aims: []) {
                let rows = Variable(MillraceData.Table(pairs.prefix(10))).live()
                return { rows.filter { $0.rank > 0 } }
            },
            Benchmark("a filtered view of ten rows, observed", aims: []) {
                let rows = Variable(MillraceData.Table(pairs.prefix(10))).live()
                return { rows.filter { $0.rank > 0 }.observeChanges { sum.add($0.rows.count) } }
            },
            Benchmark("an observation of a view", aims: []) {
                let rows = Variable(MillraceData.Table(pairs.prefix(10))).live()
                return { rows.observeChanges { sum.add($0.rows.count) } }
            },
            Benchmark("an element of 16 bytes in an array", aims: [], of: 10_000) { { pairs.map { $0 } } },
            Benchmark("an element of 16 bytes in a table", aims: [.bytes(16 + 41)], of: 10_000) {
                { MillraceData.Table(pairs) }
            },
            Benchmark("a row of 16 bytes in a sorted view, observed", aims: [], of: 10_000) {
                let table = Variable(MillraceData.Table(pairs))
                return { table.live().sorted(by: \.rank).observeChanges { sum.add($0.rows.count) } }
            },
        ]
    }
}

private struct Numbered: Identifiable {
    let id: Int
    var rank: Int
}

private let pairs = (0..<10_000).map { Numbered(id: $0, rank: ($0 &* 7_919) % 10_000) }
