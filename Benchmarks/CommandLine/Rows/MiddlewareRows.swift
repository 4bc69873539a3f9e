import Millrace
import MillraceData
import MillraceHistory

/// What stands between an action and the stores. Both lanes are ours: the raw one has nothing there.
enum MiddlewareRows {
    static var all: [Benchmark] { [middleware, watching, recorder, inspection, history, tableHistory, fullHistory] }

    static var middleware: Benchmark {
        let aims: [Aim] = [.added(nanoseconds: 50, at: 1), .allocations(0, at: 1)]
        return Benchmark("middlewares that do nothing", sizes: [1, 3, 10], aims: aims) { size in
            scene(elements: 100) { store in for _ in 0..<size { store.dispatcher.install(Middleware()) } }
        }
    }

    /// Middlewares that have every closure, and make nothing of it.
    static var watching: Benchmark {
        let watching = Middleware(
            admits: { _ in true },
            decide: { _ in .pass },
            allowsEffects: { _ in true },
            handled: { _ in }
        )
        let aims: [Aim] = [.allocations(0, at: 1)]
        return Benchmark("middlewares that see every action", sizes: [1, 3, 10], aims: aims) { size in
            scene(elements: 100) { store in for _ in 0..<size { store.dispatcher.install(watching) } }
        }
    }

    /// With a digest of the state at each action: that of the elements, which do not change, is remembered.
    static var recorder: Benchmark {
        let aims: [Aim] = [.growth(1.2, at: 100_000)]
        return Benchmark("a recorder that digests elements", sizes: [1_000, 10_000, 100_000], aims: aims) { size in
            scene(elements: size) { store in
                var bytes = 0
                _ = ActionRecorder(digesting: store, on: store.dispatcher, to: { bytes += $0.count })
            }
        }
    }

    /// With what each action has changed in a table, as it is recorded for the inspector.
    static var inspection: Benchmark {
        let aims: [Aim] = [.added(nanoseconds: 140_000, at: 100_000), .growth(3, at: 100_000)]
        return Benchmark("a session that is inspected, with a table", sizes: [1_000, 10_000, 100_000], aims: aims) {
            size in
            marks(count: size) { store in
                var bytes = 0
                _ = InspectionRecorder(on: store.dispatcher, inspecting: store, to: { bytes += $0.count })
            }
        }
    }

    /// What one holds is a step of the history.
    static var history: Benchmark {
        func keep(_ store: Store<Plan>) { _ = StateHistory(of: store, on: store.dispatcher) }
        let (name, sizes) = ("a history of states with elements", [1_000, 10_000, 100_000])
        return Benchmark(name, sizes: sizes, aims: [.growth(1.2, at: 100_000), .bytes(500, at: 100_000)]) { size in
            var scene = scene(elements: size, install: keep)
            scene.footprint = {
                let store = Plan.makeStore(elements: size)
                keep(store)
                store.dispatcher.dispatch(Turn(page: 0))
                return Footprint(of: 900) {
                    store.dispatcher.dispatch(Turn(page: 1))
                    return store
                }
            }
            return scene
        }
    }

    /// With a table of which each action changes an element: a step is measured by the nodes that it does not share.
    static var tableHistory: Benchmark {
        let aims: [Aim] = [.growth(2, at: 100_000)]
        return Benchmark("a history of states with a table", sizes: [1_000, 10_000, 100_000], aims: aims) { size in
            marks(count: size) { _ = StateHistory(of: $0, on: $0.dispatcher) }
        }
    }

    /// With so many moments as its limit allows: each action drops the oldest.
    static var fullHistory: Benchmark {
        let (name, sizes) = ("a full history of states, moments", [1_000, 16_000])
        return Benchmark(name, sizes: sizes, aims: [.growth(1.5, at: 16_000)]) { size in
            scene(elements: 100) { store in
                _ = StateHistory(of: store, on: store.dispatcher, limit: size)
                for page in 0...size { store.dispatcher.dispatch(Turn(page: page)) }
            }
        }
    }

    private static func marks(count: Int, install: (Store<MillraceData.Table<Mark>>) -> Void) -> Scene {
        let (bare, full) = (Mark.makeStore(count: count), Mark.makeStore(count: count))
        install(full)
        return Scene(
            raw: { for number in 0..<$0 { bare.dispatcher.dispatch(Turn(page: number)) } },
            ours: { for number in 0..<$0 { full.dispatcher.dispatch(Turn(page: number)) } },
            deliveries: { deliveries(of: full.state) { full.dispatcher.dispatch(Turn(page: 1)) } },
            kept: [bare, full]
        )
    }

    private static func scene(elements: Int, install: (Store<Plan>) -> Void) -> Scene {
        let sum = Sum()
        let (bare, full) = (Plan.makeStore(elements: elements), Plan.makeStore(elements: elements))
        let subscriptions = [bare, full].map { $0.state.observe { sum.add($0.page) } }
        install(full)
        return Scene(
            raw: { for page in 0..<$0 { bare.dispatcher.dispatch(Turn(page: page)) } },
            ours: { for page in 0..<$0 { full.dispatcher.dispatch(Turn(page: page)) } },
            deliveries: { deliveries(of: full.state) { full.dispatcher.dispatch(Turn(page: 1)) } },
            kept: [bare, full, subscriptions]
        )
    }
}

/// A large state, of which a small field changes.
private struct Plan {
    var page = 0
    var title = "Level 2, reflected ceiling plan"
    var marks: [Int]

    static func makeStore(elements: Int) -> Store<Plan> {
        Store(Plan(marks: Array(0..<elements)), on: Dispatcher()) { $0.on(Turn.self) { $0.page = $1.page } }
    }
}

/// An element of a table.
private struct Mark: Identifiable, Equatable {
    let id: Int
    var page = 0
    var text = "a mark on the plan of level 2"

    static func makeStore(count: Int) -> Store<MillraceData.Table<Mark>> {
        Store(MillraceData.Table((0..<count).map { Mark(id: $0) }), on: Dispatcher()) { store in
            // Each action at another place of the table.
            store.on(Turn.self) { $0[id: $1.page &* 7_919 % $0.count]?.page += 1 }
        }
    }
}
