import MillraceFlux
import MillraceSignals
import MillraceTesting

/// A store that holds objects, and what the end of one of them reads and dispatches: for specs of what is dropped.
package final class DroppedObjects {
    package struct State {
        package var number = 0
        package var object: OnDeinit?

        package init(number: Int = 0, object: OnDeinit? = nil) {
            self.number = number
            self.object = object
        }
    }

    /// Puts an object into the store.
    package struct Put: Action {
        package let number: Int
        package let object: OnDeinit?

        package init(number: Int, object: OnDeinit?) {
            self.number = number
            self.object = object
        }
    }

    package let scheduler = TestScheduler()
    package let dispatcher: Dispatcher
    package let store: Store<State>

    /// Counts what the ends of objects dispatch.
    package let tally: Store<Int>

    /// How many objects have ended.
    package var ends: Int { count.value }

    private final class Count { var value = 0 }
    private let count = Count()

    package init() {
        dispatcher = Dispatcher(on: scheduler)
        store = Self.makeStore(on: dispatcher)
        tally = Store(0, on: dispatcher, name: "tally") { $0.on(Add.self) { count, _ in count += 1 } }
    }

    package static func makeStore(on dispatcher: Dispatcher) -> Store<State> {
        Store(State(), on: dispatcher, name: "store") { store in
            store.on(Put.self) { state, action in state = State(number: action.number, object: action.object) }
        }
    }

    /// An object whose end reads and dispatches, and does what else it is told.
    package func object(_ more: @escaping () -> Void = {}) -> OnDeinit {
        OnDeinit { [dispatcher, store, count] in
            count.value += 1
            _ = store.state.value.number
            dispatcher.dispatch(Add())
            more()
        }
    }
}
