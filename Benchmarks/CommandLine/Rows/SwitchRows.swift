import Millrace

/// What is hooked up and left again while the program runs.
enum SwitchRows {
    static var all: [Benchmark] {
        [subscribeAndCancel, observeAndCancel, switchToOne, switchBetween, innerSpeaks, switchOfObservables]
    }

    /// By hand: a dictionary of closures under tokens; one that maps and calls the sink is added, and taken out again.
    static var subscribeAndCancel: Benchmark {
        let aims: [Aim] = [.ratio(2, at: 1), .allocations(5, at: 1), .growth(1.5, at: 10_000)]
        return Benchmark("subscribe to a mapped emitter and cancel, among", sizes: [1, 100, 10_000], aims: aims) {
            size in
            let sum = Sum()
            let sinks = Tokens()
            for _ in 0..<size { _ = sinks.add { sum.add($0) } }
            let emitter = Emitter<Int>()
            let others = (0..<size).map { _ in emitter.observe { sum.add($0) } }
            return Scene(
                raw: {
                    for _ in 0..<$0 {
                        let sink: (Int) -> Void = { sum.add($0) }
                        sinks.remove(sinks.add { sink($0 &+ 1) })
                    }
                },
                ours: { for _ in 0..<$0 { emitter.map { $0 &+ 1 }.observe { sum.add($0) }.cancel() } },
                deliveries: { deliveries(of: emitter.map { $0 &+ 1 }) { emitter.send(1) } },
                kept: [others]
            )
        }
    }

    static var observeAndCancel: Benchmark {
        let aims: [Aim] = [.growth(1.5, at: 10_000)]
        return Benchmark("observe a mapped variable and cancel, among", sizes: [1, 100, 10_000], aims: aims) { size in
            let sum = Sum()
            let sinks = Tokens()
            for _ in 0..<size { _ = sinks.add { sum.add($0) } }
            let place = Place(1)
            let variable = Variable(1)
            let others = (0..<size).map { _ in variable.observe { sum.add($0) } }
            return Scene(
                raw: {
                    for _ in 0..<$0 {
                        let sink: (Int) -> Void = { sum.add($0) }
                        let token = sinks.add { sink($0 &+ 1) }
                        sink(place.value &+ 1)
                        sinks.remove(token)
                    }
                },
                ours: { for _ in 0..<$0 { variable.map { $0 &+ 1 }.observe { sum.add($0) }.cancel() } },
                deliveries: { deliveries(of: variable.map { $0 &+ 1 }) { variable.value = 1 } },
                kept: [others]
            )
        }
    }

    /// By hand: the inner work is numbered, and answers where it is still the last one.
    static var switchToOne: Benchmark {
        Benchmark("switch to one value", aims: [.nanoseconds(250), .allocations(6)]) { _ in
            let sum = Sum()
            let latest = Place(0)
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let inner: (Int) -> Int = opaque { $0 &+ 1 }
            let emitter = Emitter<Int>()
            let end = emitter.flatMapLatest { Signal.just($0 &+ 1) }
            let subscription = end.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        latest.value &+= 1
                        let number = latest.value
                        let answer = inner(value)
                        if latest.value == number { sink(answer) }
                    }
                },
                ours: { for value in 0..<$0 { emitter.send(value) } },
                deliveries: { deliveries(of: end) { emitter.send(1) } },
                kept: [subscription]
            )
        }
    }

    /// By hand: the closure is taken out of the dictionary of the one source and put into that of the other.
    static var switchBetween: Benchmark {
        Benchmark("switch from one emitter to another, which speaks") { _ in
            let sum = Sum()
            let sources = (0..<2).map { _ in Tokens() }
            let current = Place((source: 0, token: sources[0].add { sum.add($0) }))
            let (emitter, inner) = (Emitter<Int>(), (0..<2).map { _ in Emitter<Int>() })
            let end = emitter.flatMapLatest { inner[$0 & 1] }
            let subscription = end.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        sources[current.value.source].remove(current.value.token)
                        current.value = (value & 1, sources[value & 1].add { sum.add($0) })
                        sources[value & 1].send(value)
                    }
                },
                ours: {
                    for value in 0..<$0 {
                        emitter.send(value)
                        inner[value & 1].send(value)
                    }
                },
                deliveries: {
                    deliveries(of: end) {
                        emitter.send(1)
                        inner[1].send(1)
                    }
                },
                kept: [subscription]
            )
        }
    }

    /// After the switch: what a value of the inner signal costs. By hand: a closure that calls the sink.
    static var innerSpeaks: Benchmark {
        Benchmark("flatMapLatest, the inner one speaks") { _ in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let pass: (Int) -> Void = opaque { sink($0) }
            let (outer, inner) = (Emitter<Void>(), Emitter<Int>())
            let end = outer.flatMapLatest { inner }
            let subscription = end.observe { sum.add($0) }
            outer.send()
            return Scene(
                raw: { for value in 0..<$0 { pass(value) } },
                ours: { for value in 0..<$0 { inner.send(value) } },
                deliveries: {
                    deliveries(of: end) {
                        inner.send(1)
                    }
                },
                kept: [outer, subscription]
            )
        }
    }

    /// By hand: the one place is left for the other, and the sink called with what lies there.
    static var switchOfObservables: Benchmark {
        Benchmark("switch from one variable to another") { _ in
            let sum = Sum()
            let places = (0..<2).map { Place($0) }
            let current = Place(places[0])
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let (selected, inner) = (Variable(0), (0..<2).map { Variable($0) })
            let end = selected.flatMapLatest { inner[$0 & 1] }
            let subscription = end.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        current.value = places[value & 1]
                        sink(current.value.value)
                    }
                },
                ours: { for value in 0..<$0 { selected.value = value } },
                deliveries: { deliveries(of: end) { selected.value = 1 } },
                kept: [subscription]
            )
        }
    }
}

/// Closures under tokens, by which they are taken out again.
private final class Tokens {
    @exclusivity(unchecked) private var sinks: [Int: Call] = [:]
    @exclusivity(unchecked) private var next = 0

    @inline(never)
    func add(_ call: @escaping (Int) -> Void) -> Int {
        next &+= 1
        sinks[next] = Call(call: call)
        return next
    }

    @inline(never)
    func remove(_ token: Int) { sinks[token] = nil }

    func send(_ value: Int) { for sink in sinks.values { sink.call(value) } }

    /// Without this a dictionary would wrap each closure in thunks.
    private struct Call {
        let call: (Int) -> Void
    }
}
