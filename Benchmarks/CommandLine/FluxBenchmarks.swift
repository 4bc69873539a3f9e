import Millrace

/// Stores: from an action to the observers of the state that it changed.
enum FluxBenchmarks {
    static var all: [Benchmark] { [dispatch, inPlace, routing, addressing, selections] }

    /// By hand: the state is changed in place by one closure and handed to another.
    static var dispatch: Benchmark {
        final class Place { @exclusivity(unchecked) var panel = Panel() }
        let sum = Sum()
        let place = Place()
        let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
        let sink: (Panel) -> Void = opaque { sum.add($0.page) }
        let dispatcher = Dispatcher()
        let store = Store(Panel(), on: dispatcher) { $0.on(Turn.self) { $0.page = $1.page } }
        let subscription = store.state.observe { sum.add($0.page) }
        return Benchmark(
            name: "dispatch to ten fields, one observer",
            aim: "≤ 2",
            raw: {
                for page in 0..<$0 {
                    change(&place.panel, Turn(page: page))
                    sink(place.panel)
                }
            },
            ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
            deliveries: {
                withExtendedLifetime((store, subscription)) { sum.calls { dispatcher.dispatch(Turn(page: 1)) } }
            }
        )
    }

    /// By hand: an element is changed in place by one closure, and the array handed to another. A copy would take some
    /// ten microseconds.
    static var inPlace: Benchmark {
        final class Place { @exclusivity(unchecked) var numbers = Array(0..<100_000) }
        let sum = Sum()
        let place = Place()
        let change: (inout [Int], Turn) -> Void = opaque { $0[$1.page % 100_000] &+= 1 }
        let sink: ([Int]) -> Void = opaque { sum.add($0[0]) }
        let dispatcher = Dispatcher()
        let store = Store(Array(0..<100_000), on: dispatcher) { $0.on(Turn.self) { $0[$1.page % 100_000] &+= 1 } }
        let subscription = store.state.observe { sum.add($0[0]) }
        return Benchmark(
            name: "one of 100,000 elements changed in place",
            aim: "no copy",
            raw: {
                for page in 0..<$0 {
                    change(&place.numbers, Turn(page: page))
                    sink(place.numbers)
                }
            },
            ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
            deliveries: {
                withExtendedLifetime((store, subscription)) { sum.calls { dispatcher.dispatch(Turn(page: 1)) } }
            }
        )
    }

    /// Both lanes are ours. The first has one other store on its dispatcher, the second a thousand, each with a type of
    /// actions of its own.
    static var routing: Benchmark {
        let sum = Sum()
        let (few, many) = (Dispatcher(), Dispatcher())
        let others = OtherStores.add(1, to: few) + OtherStores.add(1_000, to: many)
        let stores = [few, many].map { Store(Panel(), on: $0) { $0.on(Turn.self) { $0.page = $1.page } } }
        let subscriptions = stores.map { $0.state.observe { sum.add($0.page) } }
        return Benchmark(
            name: "dispatch beside 1,000 other stores or 1",
            aim: "≈ 1",
            raw: { for page in 0..<$0 { few.dispatch(Turn(page: page)) } },
            ours: { for page in 0..<$0 { many.dispatch(Turn(page: page)) } },
            deliveries: {
                withExtendedLifetime((others, stores, subscriptions)) { sum.calls { many.dispatch(Turn(page: 1)) } }
            }
        )
    }

    /// Both lanes are ours: an action for one store, beside which no other handles its type, or 999 others do.
    static var addressing: Benchmark {
        let sum = Sum()
        let stores = [1, 1_000].map { count in
            let dispatcher = Dispatcher()
            return (0..<count).map { _ in Store(Panel(), on: dispatcher) { $0.on(Turn.self) { $0.page = $1.page } } }
        }
        let (few, many) = (stores[0][0], stores[1][500])
        let subscriptions = [few, many].map { $0.state.observe { sum.add($0.page) } }
        return Benchmark(
            name: "dispatch to one of 1,000 stores or of 1",
            aim: "≈ 1",
            raw: { for page in 0..<$0 { few.dispatcher.dispatch(Turn(page: page), to: few) } },
            ours: { for page in 0..<$0 { many.dispatcher.dispatch(Turn(page: page), to: many) } },
            deliveries: {
                withExtendedLifetime((stores, subscriptions)) {
                    sum.calls { many.dispatcher.dispatch(Turn(page: 1), to: many) }
                }
            }
        )
    }

    /// By hand: a hundred closures that each take a field out of the state, the field as it was, and a closure that is
    /// called where it differs.
    static var selections: Benchmark {
        let sum = Sum()
        var panel = Panel()
        let change: (inout Panel, Turn) -> Void = opaque { $0.page = $1.page }
        let watchers = (0..<10).flatMap { _ in ByHand.watchers { sum.add($0) } }
        let dispatcher = Dispatcher()
        let store = Store(Panel(), on: dispatcher) { $0.on(Turn.self) { $0.page = $1.page } }
        let subscriptions = (0..<10).flatMap { _ in observers(of: store.state) { sum.add($0) } }
        return Benchmark(
            name: "100 observers of a field, 10 change",
            aim: "≤ 2",
            raw: {
                for page in 0..<$0 {
                    change(&panel, Turn(page: page))
                    let changed = panel
                    for watcher in watchers { watcher(changed) }
                }
            },
            ours: { for page in 0..<$0 { dispatcher.dispatch(Turn(page: page)) } },
            deliveries: {
                withExtendedLifetime((store, subscriptions)) {
                    dispatcher.dispatch(Turn(page: -1))
                    return sum.calls { dispatcher.dispatch(Turn(page: -2)) }
                }
            }
        )
    }

    private static func observers(of panel: Observable<Panel>, _ add: @escaping (Int) -> Void) -> [Subscription] {
        [
            panel.select { $0.title }.observe { add($0.count) },
            panel.select { $0.query }.observe { add($0.count) },
            panel.select { $0.status }.observe { add($0.count) },
            panel.select { $0.page }.observe { add($0) },
            panel.select { $0.pages }.observe { add($0) },
            panel.select { $0.selection }.observe { add($0 ?? 0) },
            panel.select { $0.zoom }.observe { add(Int($0)) },
            panel.select { $0.isActive }.observe { add($0 ? 1 : 0) },
            panel.select { $0.authors }.observe { add($0.count) },
            panel.select { $0.visible }.observe { add($0.count) },
        ]
    }
}

/// A state of ten fields, of the types that states have.
private struct Panel {
    var title = "Level 2, reflected ceiling plan"
    var query = ""
    var status = "63 of 63 annotations"
    var page = 0
    var pages = 12
    var selection: Int?
    var zoom = 1.0
    var isActive = false
    var authors = ["A. Kim", "B. Osei", "C. Ruiz"]
    var visible = Array(0..<63)
}

private struct Turn: Action { let page: Int }

/// What watches a field of the state without Millrace.
private enum ByHand {
    @inline(__always)
    private static func watcher<Field: Equatable>(
        _ select: @escaping (Panel) -> Field,
        _ receive: @escaping (Field) -> Void
    ) -> (Panel) -> Void {
        let (field, sink) = (opaque(select), opaque(receive))
        var last: Field?
        return { panel in
            let present = field(panel)
            if present == last { return }
            last = present
            sink(present)
        }
    }

    static func watchers(_ add: @escaping (Int) -> Void) -> [(Panel) -> Void] {
        [
            watcher({ $0.title }, { add($0.count) }),
            watcher({ $0.query }, { add($0.count) }),
            watcher({ $0.status }, { add($0.count) }),
            watcher({ $0.page }, { add($0) }),
            watcher({ $0.pages }, { add($0) }),
            watcher({ $0.selection }, { add($0 ?? 0) }),
            watcher({ $0.zoom }, { add(Int($0)) }),
            watcher({ $0.isActive }, { add($0 ? 1 : 0) }),
            watcher({ $0.authors }, { add($0.count) }),
            watcher({ $0.visible }, { add($0.count) }),
        ]
    }
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
