import Foundation
import Millrace
import MillraceHistory

/// What stands between an action and the stores. Both lanes are ours: the first has nothing there.
enum MiddlewareBenchmarks {
    static var all: [Benchmark] { [middleware, recorder, history] }

    static var middleware: Benchmark {
        struct Nothing: Middleware {}
        return benchmark("a middleware that does nothing", aim: "") { $0.dispatcher.install(Nothing()) }
    }

    /// With a digest of the state at each action: that of the 100,000 elements is remembered.
    static var recorder: Benchmark {
        var types = ActionTypes()
        types.add(Turn.self)
        return benchmark("a recorder, 100,000 elements digested", aim: "") { store in
            var bytes = 0
            _ = ActionRecorder(of: types, digesting: store, on: store.dispatcher, to: { bytes += $0.count })
        }
    }

    /// The footprint is that of a step.
    static var history: Benchmark {
        func keep(_ store: Store<Plan>) { _ = StateHistory(of: store, on: store.dispatcher) }
        var benchmark = benchmark("a history of 1,000 states, 100,000 elements", aim: "≤ 500 bytes", install: keep)
        benchmark.footprint = {
            let store = Plan.makeStore()
            keep(store)
            store.dispatcher.dispatch(Turn(page: 0))
            return Footprint(of: 900) {
                store.dispatcher.dispatch(Turn(page: 1))
                return store
            }
        }
        return benchmark
    }

    private static func benchmark(_ name: String, aim: String, install: (Store<Plan>) -> Void) -> Benchmark {
        let sum = Sum()
        let (bare, full) = (Plan.makeStore(), Plan.makeStore())
        let subscriptions = [bare, full].map { $0.state.observe { sum.add($0.page) } }
        install(full)
        return Benchmark(
            name: name,
            aim: aim,
            raw: { for page in 0..<$0 { bare.dispatcher.dispatch(Turn(page: page)) } },
            ours: { for page in 0..<$0 { full.dispatcher.dispatch(Turn(page: page)) } },
            deliveries: {
                withExtendedLifetime(subscriptions) { sum.calls { full.dispatcher.dispatch(Turn(page: 1)) } }
            }
        )
    }
}

private struct Turn: Action, Codable { let page: Int }

/// A large state, of which a small field changes.
private struct Plan {
    var page = 0
    var title = "Level 2, reflected ceiling plan"
    var marks = Array(0..<100_000)

    static func makeStore() -> Store<Plan> {
        Store(Plan(), on: Dispatcher()) { $0.on(Turn.self) { $0.page = $1.page } }
    }
}
