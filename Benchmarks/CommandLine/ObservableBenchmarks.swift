import Millrace

/// Variables and what is derived from them: turns of the graph.
enum ObservableBenchmarks {
    static var all: [Benchmark] { [setAndObserve, diamond, chain, combineOfHundred] }

    static var setAndObserve: Benchmark {
        final class Place { @exclusivity(unchecked) var value = 0 }
        let sum = Sum()
        let place = Place()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let variable = Variable(0)
        let subscription = variable.observe { sum.add($0) }
        return Benchmark(
            name: "set and observe a variable",
            aim: "≤ 4",
            raw: {
                for value in 0..<$0 {
                    place.value = value
                    sink(place.value)
                }
            },
            ours: { for value in 0..<$0 { variable.value = value } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { variable.value = 1 } } }
        )
    }

    static var diamond: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let left: (Int) -> Int = opaque { $0 &+ 1 }
        let right: (Int) -> Int = opaque { $0 &* 10 }
        let join: (Int, Int) -> Int = opaque { $0 &+ $1 }
        let variable = Variable(0)
        let joined = combine(variable.map { $0 &+ 1 }, variable.map { $0 &* 10 }).map { $0 &+ $1 }
        let subscription = joined.observe { sum.add($0) }
        return Benchmark(
            name: "diamond",
            aim: "≤ 12",
            raw: { for value in 0..<$0 { sink(join(left(value), right(value))) } },
            ours: { for value in 0..<$0 { variable.value = value } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { variable.value = 1 } } }
        )
    }

    static var chain: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        var first = sink
        for _ in 0..<1_000 {
            let next = first
            first = opaque { next($0 &+ 1) }
        }
        let start = first
        let variable = Variable(0)
        var end: Observable<Int> = variable
        for _ in 0..<1_000 { end = end.map { $0 &+ 1 } }
        let subscription = end.observe { sum.add($0) }
        return Benchmark(
            name: "chain of 1,000",
            events: 1_000,
            aim: "≤ 3 a node",
            raw: { for value in 0..<$0 { start(value) } },
            ours: { for value in 0..<$0 { variable.value = value } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { variable.value = 1 } } }
        )
    }

    static var combineOfHundred: Benchmark {
        let sum = Sum()
        var values = Array(repeating: 0, count: 100)
        let sink: ([Int]) -> Void = opaque { sum.add($0[50]) }
        let variables = (0..<100).map { Variable($0) }
        let subscription = combine(variables).observe { sum.add($0[50]) }
        return Benchmark(
            name: "combine of 100, one change",
            aim: "≤ 20",
            raw: {
                for value in 0..<$0 {
                    values[50] = value
                    sink(values)
                }
            },
            ours: { for value in 0..<$0 { variables[50].value = value } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { variables[50].value = 1 } } }
        )
    }
}
