import Millrace

/// Variables and what is derived from them: turns of the graph.
enum ObservableRows {
    static var all: [Benchmark] {
        [
            setAndObserve, equalSet, equalSetRead, observers, combineOfTwo, transformOfTwo, combineOfSome, diamond,
            wideDiamond, chain, combineOfMany, sets,
        ]
    }

    static var setAndObserve: Benchmark {
        Benchmark("set and observe a variable", aims: [.ratio(4)]) { _ in
            let sum = Sum()
            let place = Place(0)
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let told = opaque(Told(0))
            told.listeners = [{ sum.add($0) }]
            let variable = Variable(0)
            let subscription = variable.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        place.value = value
                        sink(place.value)
                    }
                },
                written: { for value in 0..<$0 { told.value = value } },
                ours: { for value in 0..<$0 { variable.value = value } },
                deliveries: { deliveries(of: variable) { variable.value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// A variable is set to the value that it has; what is observed passes only on what differs.
    static var equalSet: Benchmark {
        Benchmark("an equal set, nothing passed on", aims: [.nanoseconds(4)]) { _ in
            let sum = Sum()
            let place = Place(7)
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let set: (Int) -> Void = opaque {
                guard $0 != place.value else { return }
                place.value = $0
                sink($0)
            }
            let variable = Variable(7)
            let distinct = variable.removeDuplicates()
            let subscription = distinct.observe { sum.add($0) }
            return Scene(
                raw: { for _ in 0..<$0 { set(7) } },
                ours: { for _ in 0..<$0 { variable.value = 7 } },
                deliveries: { deliveries(of: distinct) { variable.value = 7 } },
                kept: [subscription]
            )
        }
    }

    /// The same, and what is observed is read after each set.
    static var equalSetRead: Benchmark {
        Benchmark("an equal set, and what is observed is read") { _ in
            let sum = Sum()
            let place = Place(7)
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let set: (Int) -> Void = opaque {
                guard $0 != place.value else { return }
                place.value = $0
                sink($0)
            }
            let variable = Variable(7)
            let distinct = variable.removeDuplicates()
            let subscription = distinct.observe { sum.add($0) }
            return Scene(
                raw: {
                    for _ in 0..<$0 {
                        set(7)
                        sum.add(place.value)
                    }
                },
                ours: {
                    for _ in 0..<$0 {
                        variable.value = 7
                        sum.add(distinct.value)
                    }
                },
                deliveries: { deliveries(of: distinct) { variable.value = 7 } },
                kept: [subscription]
            )
        }
    }

    static var observers: Benchmark {
        Benchmark("set a variable with many observers", sizes: [10, 1_000, 10_000], aims: [.growth(1.5, at: 1_000)]) {
            size in
            let sum = Sum()
            let place = Place(0)
            let sinks = Sinks((0..<size).map { index in Sink { sum.add($0 &+ index) } })
            let told = opaque(Told(0))
            told.listeners = (0..<size).map { index in { sum.add($0 &+ index) } }
            let variable = Variable(0)
            let subscriptions = (0..<size).map { index in variable.observe { sum.add($0 &+ index) } }
            return Scene(
                events: size,
                raw: {
                    for value in 0..<$0 {
                        place.value = value
                        sinks.call(place.value)
                    }
                },
                written: { for value in 0..<$0 { told.value = value } },
                ours: { for value in 0..<$0 { variable.value = value } },
                deliveries: { deliveries(of: variable) { variable.value = 1 } },
                kept: [subscriptions]
            )
        }
    }

    /// By hand: the one value is set, and the sink called with both. How far ahead of other frameworks this is cannot
    /// be seen here, where there are none.
    static var combineOfTwo: Benchmark {
        Benchmark("combine of two", aims: [.ratio(8), .allocations(0), .oneDelivery()]) { _ in
            let sum = Sum()
            let (left, right) = (Place(0), Place(7))
            let sink: (Int, Int) -> Void = opaque { sum.add($0 &+ $1) }
            let (first, second) = (Variable(0), Variable(7))
            let combined = combine(first, second)
            let subscription = combined.observe { sum.add($0 &+ $1) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        left.value = value
                        sink(left.value, right.value)
                    }
                },
                ours: { for value in 0..<$0 { first.value = value } },
                deliveries: { deliveries(of: combined) { first.value = 1 } },
                kept: [second, subscription]
            )
        }
    }

    static var transformOfTwo: Benchmark {
        Benchmark("combine of two with a transform", aims: [.allocations(0), .oneDelivery()]) { _ in
            let sum = Sum()
            let (left, right) = (Place(0), Place(7))
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let join: (Int, Int) -> Int = opaque { $0 &* $1 }
            let (first, second) = (Variable(0), Variable(7))
            let combined = combine(first, second) { $0 &* $1 }
            let subscription = combined.observe { sum.add($0) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        left.value = value
                        sink(join(left.value, right.value))
                    }
                },
                ours: { for value in 0..<$0 { first.value = value } },
                deliveries: { deliveries(of: combined) { first.value = 1 } },
                kept: [second, subscription]
            )
        }
    }

    /// A tuple of so many. Instead of by hand: the same variables combined as an array.
    static var combineOfSome: Benchmark {
        let sizes = [2, 3, 4, 5]
        let aims = sizes.flatMap { [Aim.ratio(1.2, at: $0), .allocations(0, at: $0), .oneDelivery(at: $0)] }
        return Benchmark("combine as a tuple, beside an array, of", sizes: sizes, aims: aims) { size in
            let sum = Sum()
            let inputs = (0..<size).map { Variable($0) }
            let others = (0..<size).map { Variable($0) }
            let array = combine(others)
            let first = inputs[0], other = others[0]
            let subscription: Subscription
            let count: () -> Int
            switch size {
            case 2:
                let tuple = combine(inputs[0], inputs[1])
                subscription = tuple.observe { sum.add($0 &+ $1) }
                count = { deliveries(of: tuple) { first.value = 1 } }
            case 3:
                let tuple = combine(inputs[0], inputs[1], inputs[2])
                subscription = tuple.observe { sum.add($0 &+ $1 &+ $2) }
                count = { deliveries(of: tuple) { first.value = 1 } }
            case 4:
                let tuple = combine(inputs[0], inputs[1], inputs[2], inputs[3])
                subscription = tuple.observe { sum.add($0 &+ $1 &+ $2 &+ $3) }
                count = { deliveries(of: tuple) { first.value = 1 } }
            default:
                let tuple = combine(inputs[0], inputs[1], inputs[2], inputs[3], inputs[4])
                subscription = tuple.observe { sum.add($0 &+ $1 &+ $2 &+ $3 &+ $4) }
                count = { deliveries(of: tuple) { first.value = 1 } }
            }
            let observing = array.observe { values in for value in values { sum.add(value) } }
            return Scene(
                raw: { for value in 0..<$0 { other.value = value } },
                ours: { for value in 0..<$0 { first.value = value } },
                deliveries: count,
                kept: [inputs, others, subscription, observing]
            )
        }
    }

    /// By hand: the two sides, what joins them, and the sink, each called once.
    static var diamond: Benchmark {
        Benchmark("diamond", aims: [.ratio(8), .oneDelivery()]) { _ in
            let sum = Sum()
            let sink: (Int) -> Void = opaque { sum.add($0) }
            let left: (Int) -> Int = opaque { $0 &+ 1 }
            let right: (Int) -> Int = opaque { $0 &* 10 }
            let join: (Int, Int) -> Int = opaque { $0 &+ $1 }
            let told = opaque(Told(0))
            told.listeners = [{ sum.add(($0 &+ 1) &+ ($0 &* 10)) }]
            let variable = Variable(0)
            let joined = combine(variable.map { $0 &+ 1 }, variable.map { $0 &* 10 }).map { $0 &+ $1 }
            let subscription = joined.observe { sum.add($0) }
            return Scene(
                raw: { for value in 0..<$0 { sink(join(left(value), right(value))) } },
                written: { for value in 0..<$0 { told.value = value } },
                ours: { for value in 0..<$0 { variable.value = value } },
                deliveries: { deliveries(of: joined) { variable.value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// One variable, so many maps of it, and all of them together as an array.
    static var wideDiamond: Benchmark {
        let aims: [Aim] = [.growth(1.5, at: 1_000), .oneDelivery(at: 1_000)]
        return Benchmark("a diamond so many wide", sizes: [10, 100, 1_000], aims: aims) { size in
            let sum = Sum()
            let place = Place(Array(repeating: 0, count: size))
            let sides = Sinks((0..<size).map { index in Sink { place.value[index] = $0 &+ index } })
            let sink: ([Int]) -> Void = opaque { sum.add($0[size / 2]) }
            let variable = Variable(0)
            let joined = combine((0..<size).map { index in variable.map { $0 &+ index } })
            let subscription = joined.observe { sum.add($0[size / 2]) }
            return Scene(
                events: size,
                raw: {
                    for value in 0..<$0 {
                        sides.call(value)
                        sink(place.value)
                    }
                },
                ours: { for value in 0..<$0 { variable.value = value } },
                deliveries: { deliveries(of: joined) { variable.value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// By hand: closures that each call the next one. They keep no value, as our nodes do.
    static var chain: Benchmark {
        let aims: [Aim] = [.ratio(2, at: 1_000), .nanoseconds(9, at: 1_000)]
        return Benchmark("a chain of observable maps", sizes: [10, 1_000, 10_000], aims: aims) { size in
            let sum = Sum()
            let start = chainByHand(of: size) { sum.add($0) }
            let variable = Variable(0)
            var end: Observable<Int> = variable
            for _ in 0..<size { end = end.map { $0 &+ 1 } }
            let last = end
            let subscription = last.observe { sum.add($0) }
            return Scene(
                events: size,
                raw: { for value in 0..<$0 { start(value) } },
                ours: { for value in 0..<$0 { variable.value = value } },
                deliveries: { deliveries(of: last) { variable.value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// By hand: an element is replaced in place, and the sink called with the array.
    static var combineOfMany: Benchmark {
        let aims: [Aim] = [.ratio(1.2, at: 100), .allocations(0, at: 100), .growth(1.2, at: 1_000)]
        return Benchmark("combine, one changes", sizes: [10, 100, 1_000], aims: aims) { size in
            let sum = Sum()
            let middle = size / 2
            let place = Place(Array(0..<size))
            let sink: ([Int]) -> Void = opaque { sum.add($0[middle]) }
            let variables = (0..<size).map { Variable($0) }
            let combined = combine(variables)
            let subscription = combined.observe { sum.add($0[middle]) }
            return Scene(
                raw: {
                    for value in 0..<$0 {
                        place.value[middle] = value
                        sink(place.value)
                    }
                },
                ours: { for value in 0..<$0 { variables[middle].value = value } },
                deliveries: { deliveries(of: combined) { variables[middle].value = 1 } },
                kept: [subscription]
            )
        }
    }

    /// A batch of so many sets, each of a variable with an observer of its own.
    static var sets: Benchmark {
        Benchmark("a batch of sets", sizes: [10, 100, 1_000], aims: [.growth(1.5, at: 1_000)]) { size in
            let sum = Sum()
            let places = (0..<size).map { Place($0) }
            let setters = Sinks(places.map { place in Sink { place.value = $0 } })
            let observers = Sinks(
                places.enumerated().map { index, place in Sink { _ in sum.add(place.value &+ index) } }
            )
            let variables = (0..<size).map { Variable($0) }
            let subscriptions = variables.enumerated().map { index, variable in
                variable.observe { sum.add($0 &+ index) }
            }
            return Scene(
                events: size,
                raw: {
                    for value in 0..<$0 {
                        setters.call(value)
                        observers.call(value)
                    }
                },
                ours: { for value in 0..<$0 { batch { for variable in variables { variable.value = value } } } },
                deliveries: {
                    deliveries(of: variables[0]) { batch { for variable in variables { variable.value = 1 } } }
                },
                kept: [subscriptions]
            )
        }
    }
}
