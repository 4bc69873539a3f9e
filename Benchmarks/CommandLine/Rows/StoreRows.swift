import Millrace

/// Stores: from an action to the observers of the state that it changed.
enum StoreRows {
    static var all: [Benchmark] {
        [dispatch, unconcerned, reaction, inPlace, copying, routing, addressing, family, madeAndReleased]
    }

    /// By hand: the state is changed in place by one closure and handed to another.
    static var dispatch: Benchmark {
        Benchmark("dispatch to ten fields, one observer", aims: [.ratio(1.5)]) { _ in
            let sum = Sum()
            let reducer = opaque(ReducerStore())
            reducer.listeners = [{ sum.add($0.page) }]
            let dispatcher = Dispatcher()
            let store = makePanel(on: dispatcher)
            let subscription = store.state.observe { sum.add($0.page) }
            return Scene(
                raw: panelByHand(sum),
                written: { for page in 0..<$0 { reducer.dispatch(Turn(page: page)) } },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }

    private static func panelByHand(_ sum: Sum) -> Scene.Lane {
        let place = Place(Panel())
        let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
        let sink: (Panel) -> Void = opaque { sum.add($0.page) }
        return {
            for page in 0..<$0 {
                change(&place.value, Turn(page: page))
                sink(place.value)
            }
        }
    }

    /// Beside a reaction to another part than the action changes. By hand: that part is compared with the one before.
    static var unconcerned: Benchmark {
        Benchmark("dispatch beside a reaction to another part", aims: [.ratio(2.5), .allocations(0)]) { _ in
            let sum = Sum()
            let (place, former) = (Place(Panel()), Place(Panel().query))
            let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
            let react: (inout Panel, Turn) -> Void = opaque { panel, _ in panel.isActive = !panel.query.isEmpty }
            let sink: (Panel) -> Void = opaque { sum.add($0.page) }
            let dispatcher = Dispatcher()
            let store = makePanel(on: dispatcher)
            store.onChange(of: \.query) { panel, _ in panel.isActive = !panel.query.isEmpty }
            let subscription = store.state.observe { sum.add($0.page) }
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        change(&place.value, Turn(page: page))
                        if place.value.query != former.value {
                            react(&place.value, Turn(page: page))
                            former.value = place.value.query
                        }
                        sink(place.value)
                    }
                },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }

    /// With a reaction to the part that the action changes, which sets another. By hand: as above.
    static var reaction: Benchmark {
        Benchmark("dispatch with a reaction", aims: [.ratio(3), .allocations(0)]) { _ in
            let sum = Sum()
            let (place, former) = (Place(Panel()), Place(0))
            let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
            let react: (inout Panel, Turn) -> Void = opaque { panel, _ in panel.isActive = panel.page > 0 }
            let sink: (Panel) -> Void = opaque { sum.add($0.page) }
            let dispatcher = Dispatcher()
            let store = makePanel(on: dispatcher)
            store.onChange(of: \.page) { panel, _ in panel.isActive = panel.page > 0 }
            let subscription = store.state.observe { sum.add($0.page) }
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        change(&place.value, Turn(page: page))
                        if place.value.page != former.value {
                            react(&place.value, Turn(page: page))
                            former.value = place.value.page
                        }
                        sink(place.value)
                    }
                },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }

    /// By hand: an element is changed in place by one closure, and the array handed to another.
    static var inPlace: Benchmark {
        let aims: [Aim] = [.ratio(1.5, at: 100_000), .growth(1.5, at: 100_000), .allocations(0, at: 100_000)]
        return Benchmark("one element changed in place", sizes: [100, 10_000, 100_000], aims: aims) { size in
            let sum = Sum()
            let place = Place(Array(0..<size))
            let change: (inout [Int], Turn) -> Void = opaque { $0[$1.page % size] &+= 1 }
            let sink: ([Int]) -> Void = opaque { sum.add($0[0]) }
            let dispatcher = Dispatcher()
            let store = Store(Array(0..<size), on: dispatcher) { $0.on(Turn.self) { $0[$1.page % size] &+= 1 } }
            let subscription = store.state.observe { sum.add($0[0]) }
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        change(&place.value, Turn(page: page))
                        sink(place.value)
                    }
                },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }

    /// The observer keeps what it is told, as one does that shows it, so the next change copies; by hand as well.
    static var copying: Benchmark {
        let aims: [Aim] = [.ratio(1.5, at: 100)]
        return Benchmark("one element changed in a copy", sizes: [100, 10_000, 100_000], aims: aims) { size in
            let (shownByHand, shown) = (Place(Array(0..<size)), Place(Array(0..<size)))
            let place = Place(Array(0..<size))
            let change: (inout [Int], Turn) -> Void = opaque { $0[$1.page % size] &+= 1 }
            let sink: ([Int]) -> Void = opaque { shownByHand.value = $0 }
            let dispatcher = Dispatcher()
            let store = Store(Array(0..<size), on: dispatcher) { $0.on(Turn.self) { $0[$1.page % size] &+= 1 } }
            let subscription = store.state.observe { shown.value = $0 }
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        change(&place.value, Turn(page: page))
                        sink(place.value)
                    }
                },
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [store, subscription]
            )
        }
    }

    /// Beside so many other stores, each with a type of actions of its own. By hand there are no others.
    static var routing: Benchmark {
        Benchmark("dispatch beside other stores", sizes: [1, 100, 1_000], aims: [.growth(1.2, at: 1_000)]) { size in
            let sum = Sum()
            let dispatcher = Dispatcher()
            let others = OtherStores.add(size, to: dispatcher)
            let store = makePanel(on: dispatcher)
            let subscription = store.state.observe { sum.add($0.page) }
            return Scene(
                raw: panelByHand(sum),
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1)) } },
                kept: [others, store, subscription]
            )
        }
    }

    /// An action for one store, among so many that handle its type. By hand there is but the one.
    static var addressing: Benchmark {
        Benchmark("dispatch to one of the stores", sizes: [1, 100, 1_000], aims: [.growth(1.2, at: 1_000)]) { size in
            let sum = Sum()
            let dispatcher = Dispatcher()
            let stores = (0..<size).map { _ in makePanel(on: dispatcher) }
            let store = stores[size / 2]
            let subscription = store.state.observe { sum.add($0.page) }
            return Scene(
                raw: panelByHand(sum),
                ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page), to: store) } },
                deliveries: { deliveries(of: store.state) { dispatcher.dispatch(Turn(page: 1), to: store) } },
                kept: [stores, subscription]
            )
        }
    }

    /// An action for one member, among so many of a family that is observed as a whole. By hand: a state is found by
    /// its key, changed in place by one closure and handed to another.
    static var family: Benchmark {
        // What the observer is told is a list of keys.
        let aims: [Aim] = [.growth(1.2, at: 1_000), .growth(1.5, at: 100_000), .allocations(2, at: 100_000)]
        return Benchmark("dispatch to one member of a family", sizes: [1, 1_000, 100_000], aims: aims) { size in
            let sum = Sum()
            let statesByHand = Dictionary(uniqueKeysWithValues: (0..<size).map { ($0, Place(Panel())) })
            let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
            let sink: (Panel) -> Void = opaque { sum.add($0.page) }
            let dispatcher = Dispatcher()
            let parent = Store(Array(0..<size), on: dispatcher)
            let family = StoreFamily(of: parent, { $0 }, name: "panels") { _ in makePanel(on: dispatcher) }
            let (key, changes) = (size / 2, Place(0))
            let subscriptions = [
                family[key]?.state.observe { sum.add($0.page) },
                family.changes.observe { changes.value += $0.changed.count },
            ]
            return Scene(
                raw: {
                    for page in 0..<$0 {
                        guard let place = statesByHand[key] else { return }
                        change(&place.value, Turn(page: page))
                        sink(place.value)
                    }
                },
                ours: { for page in 0..<$0 { family.dispatch(Turn(page: page), to: key) } },
                kept: [parent, family, subscriptions]
            )
        }
    }

    /// A store with one handler is made and let go, among so many that handle the same type. By hand: an object with a
    /// state, whose handler is put into a dictionary and taken out again.
    static var madeAndReleased: Benchmark {
        let aims: [Aim] = [.growth(1.5, at: 1_000)]
        return Benchmark("a store made and released, among", sizes: [1, 100, 1_000], aims: aims) { size in
            let handlers = Handlers()
            let othersByHand = (0..<size).map { _ in StoreByHand(handlers) }
            let dispatcher = Dispatcher()
            let others = (0..<size).map { _ in makePanel(on: dispatcher) }
            return Scene(
                raw: { for _ in 0..<$0 { _ = opaque(StoreByHand(handlers)) } },
                ours: { for _ in 0..<$0 { _ = opaque(makePanel(on: dispatcher)) } },
                kept: [othersByHand, others]
            )
        }
    }
}

/// Closures under tokens.
private final class Handlers {
    @exclusivity(unchecked) var calls: [Int: Call] = [:]
    @exclusivity(unchecked) var next = 0

    /// Without this a dictionary would wrap each closure in thunks.
    struct Call {
        let call: (Int) -> Void
    }
}

/// A state, and a handler that is registered for as long as it lives.
private final class StoreByHand {
    private let place = Place(Panel())
    private let handlers: Handlers
    private let token: Int

    init(_ handlers: Handlers) {
        self.handlers = handlers
        handlers.next &+= 1
        token = handlers.next
        handlers.calls[token] = Handlers.Call(call: { [place] in place.value.page = $0 })
    }

    deinit { handlers.calls[token] = nil }
}

/// Stores that each handle actions of a type of their own: a thousand types, told apart by three digits.
private enum OtherStores {
    private struct Noted<Hundreds, Tens, Ones>: Action {}
    private enum Zero {}
    private enum One {}
    private enum Two {}
    private enum Three {}
    private enum Four {}
    private enum Five {}
    private enum Six {}
    private enum Seven {}
    private enum Eight {}
    private enum Nine {}

    private static let digits: [Any.Type] = [
        Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self, Nine.self,
    ]

    static func add(_ count: Int, to dispatcher: Dispatcher) -> [Store<Int>] {
        (0..<count).map { number in
            func hundreds<Hundreds>(_: Hundreds.Type) -> Store<Int> {
                func tens<Tens>(_: Tens.Type) -> Store<Int> {
                    func ones<Ones>(_: Ones.Type) -> Store<Int> {
                        Store(0, on: dispatcher) { $0.on(Noted<Hundreds, Tens, Ones>.self) { count, _ in count += 1 } }
                    }
                    return _openExistential(digits[number % 10], do: ones)
                }
                return _openExistential(digits[number / 10 % 10], do: tens)
            }
            return _openExistential(digits[number / 100], do: hundreds)
        }
    }
}
