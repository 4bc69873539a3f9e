import Millrace

/// Emitters and operators: values that are pushed through closures.
enum SignalBenchmarks {
    static var all: [Benchmark] {
        [
            oneObserver, mapFilterMap, tenOperators, fanOut, mergeOfHundred, withLatest, flatMapLatest,
            subscribeAndCancel,
        ]
    }

    static var oneObserver: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let emitter = Emitter<Int>()
        let subscription = emitter.observe { sum.add($0) }
        return Benchmark(
            name: "emitter to one observer",
            aim: "≤ 2",
            raw: { for value in 0..<$0 { sink(value) } },
            ours: { for value in 0..<$0 { emitter.send(value) } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { emitter.send(1) } } }
        )
    }

    static var mapFilterMap: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let increment: (Int) -> Int = opaque { $0 &+ 1 }
        let isPositive: (Int) -> Bool = opaque { $0 > 0 }
        let double: (Int) -> Int = opaque { $0 &* 2 }
        let emitter = Emitter<Int>()
        let subscription = emitter.map { $0 &+ 1 }.filter { $0 > 0 }.map { $0 &* 2 }.observe { sum.add($0) }
        return Benchmark(
            name: "map, filter, map",
            aim: "≤ 2",
            raw: {
                for value in 0..<$0 {
                    let next = increment(value)
                    if isPositive(next) { sink(double(next)) }
                }
            },
            ours: { for value in 0..<$0 { emitter.send(value) } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { emitter.send(1) } } }
        )
    }

    static var tenOperators: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let one: (Int) -> Int = opaque { $0 &+ 1 }
        let two: (Int) -> Int = opaque { $0 &+ 2 }
        let emitter = Emitter<Int>()
        var signal: Signal<Int> = emitter
        for _ in 0..<5 { signal = signal.map { $0 &+ 1 }.map { $0 &+ 2 } }
        let subscription = signal.observe { sum.add($0) }
        return Benchmark(
            name: "ten operators",
            aim: "≤ 2",
            raw: {
                for value in 0..<$0 {
                    sink(two(one(two(one(two(one(two(one(two(one(value)))))))))))
                }
            },
            ours: { for value in 0..<$0 { emitter.send(value) } },
            deliveries: { withExtendedLifetime(subscription) { sum.calls { emitter.send(1) } } }
        )
    }

    static var fanOut: Benchmark {
        let sum = Sum()
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let emitter = Emitter<Int>()
        let bag = SubscriptionBag()
        for _ in 0..<1_000 { emitter.observe { sum.add($0) }.store(in: bag) }
        return Benchmark(
            name: "fan-out to 1,000",
            events: 1_000,
            aim: "≤ 1.3 a delivery",
            raw: { for value in 0..<$0 { for _ in 0..<1_000 { sink(value) } } },
            ours: { for value in 0..<$0 { emitter.send(value) } },
            deliveries: { withExtendedLifetime(bag) { sum.calls { emitter.send(1) } } }
        )
    }

    static var mergeOfHundred: Benchmark {
        let sum = Sum()
        let pass: (Int) -> Int = opaque { $0 }
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let emitters = (0..<100).map { _ in Emitter<Int>() }
        let speaker = emitters[50]
        let subscription = merge(emitters).observe { sum.add($0) }
        return Benchmark(
            name: "merge of 100, one speaks",
            aim: "",
            raw: { for value in 0..<$0 { sink(pass(value)) } },
            ours: { for value in 0..<$0 { speaker.send(value) } },
            deliveries: { withExtendedLifetime((emitters, subscription)) { sum.calls { speaker.send(1) } } }
        )
    }

    static var withLatest: Benchmark {
        final class Place { @exclusivity(unchecked) var value = 7 }
        let sum = Sum()
        let place = Place()
        let join: (Int) -> (Int, Int) = opaque { ($0, place.value) }
        let sink: (Int, Int) -> Void = opaque { sum.add($0 &+ $1) }
        let emitter = Emitter<Int>()
        let latest = Variable(7)
        let subscription = emitter.withLatest(from: latest).observe { sum.add($0 &+ $1) }
        return Benchmark(
            name: "withLatest from a variable",
            aim: "",
            raw: {
                for value in 0..<$0 {
                    let (value, latest) = join(value)
                    sink(value, latest)
                }
            },
            ours: { for value in 0..<$0 { emitter.send(value) } },
            deliveries: { withExtendedLifetime((latest, subscription)) { sum.calls { emitter.send(1) } } }
        )
    }

    static var flatMapLatest: Benchmark {
        let sum = Sum()
        let pass: (Int) -> Int = opaque { $0 }
        let sink: (Int) -> Void = opaque { sum.add($0) }
        let (outer, inner) = (Emitter<Void>(), Emitter<Int>())
        let subscription = outer.flatMapLatest { inner }.observe { sum.add($0) }
        outer.send()
        return Benchmark(
            name: "flatMapLatest, the inner one speaks",
            aim: "",
            raw: { for value in 0..<$0 { sink(pass(value)) } },
            ours: { for value in 0..<$0 { inner.send(value) } },
            deliveries: { withExtendedLifetime((outer, subscription)) { sum.calls { inner.send(1) } } }
        )
    }

    /// By hand: a list of closures under tokens, and a closure that maps, which is added, called for by nobody, and
    /// taken out again.
    static var subscribeAndCancel: Benchmark {
        final class Listeners {
            var sinks: [Int: (Int) -> Void] = [:]
            var nextToken = 0

            func add(_ sink: @escaping (Int) -> Void) -> Int {
                nextToken += 1
                sinks[nextToken] = sink
                return nextToken
            }
        }
        let sum = Sum()
        let listeners = Listeners()
        let transform: (Int) -> Int = opaque { $0 &+ 1 }
        let emitter = Emitter<Int>()
        return Benchmark(
            name: "subscribe to a mapped emitter, cancel",
            aim: "≤ 4, ≤ 8 allocations, ≤ 500 bytes",
            raw: {
                for _ in 0..<$0 {
                    let sink: (Int) -> Void = opaque { sum.add($0) }
                    let token = listeners.add(opaque { sink(transform($0)) })
                    listeners.sinks[token] = nil
                }
            },
            ours: {
                for _ in 0..<$0 { emitter.map { $0 &+ 1 }.observe { sum.add($0) }.cancel() }
            },
            deliveries: {
                sum.calls {
                    let subscription = emitter.map { $0 &+ 1 }.observe { sum.add($0) }
                    emitter.send(1)
                    subscription.cancel()
                    emitter.send(1)
                }
            },
            footprint: { Footprint(of: 1_000) { emitter.map { $0 &+ 1 }.observe { sum.add($0) } } }
        )
    }
}
