import Millrace

/// Emitters and operators: values that are pushed through closures.
enum SignalRows {
    static var all: [Benchmark] { [oneObserver, mapFilterMap, chain, fanOut, mergeOfMany, withLatest] }

    static var oneObserver: Benchmark {
        Benchmark("emitter to one observer", aims: [.ratio(1.5)]) { _ in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let told = opaque(Told(0))
            told.listeners = [{ sum.add($0) }]
            let emitter = Emitter<Int>()
            let subscription = emitter.observe { sum.add($0) }
            return Scene(
                raw: { for value in 0..<$0 { sink(value) } },
                written: { for value in 0..<$0 { for listener in told.listeners { listener(value) } } },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: emitter) { emitter.send(1) } },
                kept: [subscription]
            )
        }
    }

    static var mapFilterMap: Benchmark {
        Benchmark("map, filter, map", aims: [.ratio(2.5)]) { _ in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let increment: (Int) -> Int = opaque { $0 &+ 1 }
            let isPositive: (Int) -> Bool = opaque { $0 > 0 }
            let double: (Int) -> Int = opaque { $0 &* 2 }
            let told = opaque(Told(0))
            told.listeners = [{ if $0 &+ 1 > 0 { sum.add(($0 &+ 1) &* 2) } }]
            let emitter = Emitter<Int>()
            let end = emitter.map { $0 &+ 1 }.filter { $0 > 0 }.map { $0 &* 2 }
            let subscription = end.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        let next = increment(value)
                        if isPositive(next) { sink(double(next)) }
                    }
                },
                written: { for value in 0..<$0 { for listener in told.listeners { listener(value) } } },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: end) { emitter.send(1) } },
                kept: [subscription]
            )
        }
    }

    /// By hand: closures that each call the next one.
    static var chain: Benchmark {
        let aims: [Aim] = [.ratio(2, at: 10), .ratio(2.5, at: 1_000)]
        return Benchmark("a chain of signal maps", sizes: [10, 100, 1_000], aims: aims) { size in
            let sum = Sum()
            let start = chainByHand(of: size) { sum.add($0) }
            let emitter = Emitter<Int>()
            var end: Signal<Int> = emitter
            for _ in 0..<size { end = end.map { $0 &+ 1 } }
            let last = end
            let subscription = last.observe { sum.add($0) }
            return Scene(
                events: size,
                raw: { for value in 0..<$0 { start(value) } },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: last) { emitter.send(1) } },
                kept: [subscription]
            )
        }
    }

    /// By hand: so many different closures, each with something of its own.
    static var fanOut: Benchmark {
        let aims: [Aim] = [.ratio(1.8, at: 1_000), .growth(1.5, at: 1_000)]
        return Benchmark("fan-out", sizes: [10, 1_000, 10_000], aims: aims) { size in
            let sum = Sum()
            let sinks = Sinks((0..<size).map { index in Sink { sum.add($0 &+ index) } })
            let told = opaque(Told(0))
            told.listeners = (0..<size).map { index in { sum.add($0 &+ index) } }
            let emitter = Emitter<Int>()
            let subscriptions = (0..<size).map { index in emitter.observe { sum.add($0 &+ index) } }
            return Scene(
                events: size,
                raw: { for value in 0..<$0 { sinks.call(value) } },
                written: { for value in 0..<$0 { for listener in told.listeners { listener(value) } } },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: emitter) { emitter.send(1) } },
                kept: [subscriptions]
            )
        }
    }

    /// By hand: each source's closure calls the one sink.
    static var mergeOfMany: Benchmark {
        Benchmark("merge, one speaks", sizes: [10, 100, 1_000], aims: [.growth(1.2, at: 1_000)]) { size in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let pass: (Int) -> Void = opaque { sink($0) }
            let emitters = (0..<size).map { _ in Emitter<Int>() }
            let speaker = emitters[size / 2]
            let merged = merge(emitters)
            let subscription = merged.observe { sum.add($0) }
            return Scene(
                raw: { for value in 0..<$0 { pass(value) } },
                ours: { for value in 0..<$0 { speaker.send(value) } },
                deliveries: { deliveries(of: merged) { speaker.send(1) } },
                kept: [emitters, subscription]
            )
        }
    }

    /// By hand: a closure that reads a variable and calls the sink.
    static var withLatest: Benchmark {
        Benchmark("withLatest from a variable") { _ in
            let sum = Sum()
            let place = Place(7)
            let sink: (Int, Int) -> Void = opaque { sum.add($0 &+ $1) }
            let join: (Int) -> Void = opaque { sink($0, place.value) }
            let emitter = Emitter<Int>()
            let latest = Variable(7)
            let end = emitter.withLatest(from: latest)
            let subscription = end.observe { sum.add($0 &+ $1) }
            return Scene(
                raw: { for value in 0..<$0 { join(value) } },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: end) { emitter.send(1) } },
                kept: [latest, subscription]
            )
        }
    }
}

/// So many closures, each of which adds one and calls the next; the last calls a sink.
@inline(never)
func chainByHand(of size: Int, _ sink: @escaping (Int) -> Void) -> (Int) -> Void {
    var first: (Int) -> Void = opaque(sink)
    for _ in 0..<size {
        let next = first
        first = opaque { next($0 &+ 1) }
    }
    return first
}
