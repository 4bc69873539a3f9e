import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Asks for an effect: after some milliseconds a result comes.
struct Ask: Action {
    var name: String
    var id: String? = "work"
    var policy = OverlapPolicy.merge
    var milliseconds = 10
}

struct Cancel: Action { var id = "work" }

struct Answer: Action, Equatable { let name: String }

struct Failing: Error, Equatable {}

/// A store whose effects take virtual time. Its state is what came of them, in order.
final class EffectBench {
    let scheduler = TestScheduler()
    let dispatcher: Dispatcher
    private(set) var store: Store<[String]>?

    /// What the functions of the effects did.
    let log = Log()

    init() {
        dispatcher = Dispatcher(on: scheduler)
        store = makeStore()
    }

    func makeStore() -> Store<[String]> {
        Store([], on: dispatcher, name: "bench") { [scheduler, log] store in
            store.on(Answer.self) { state, action in state.append(action.name) }
            store.on(Cancel.self) { _, action in .cancel(action.id) }
            store.on(Ask.self) { _, ask in
                .run(ask.id, ask.policy) {
                    log("\(ask.name) begins")
                    do {
                        try await scheduler.sleep(for: .milliseconds(ask.milliseconds))
                    } catch {
                        log("\(ask.name) is told")
                    }
                    // It takes no notice of being cancelled.
                    return Answer(name: ask.name)
                }
            }
        }
    }

    var results: [String] { store?.state.value ?? [] }
    var inFlight: Int { store?.effectsInFlight.value ?? 0 }

    func ask(_ name: String, _ policy: OverlapPolicy = .merge, id: String? = "work", milliseconds: Int = 10) {
        dispatcher.dispatch(Ask(name: name, id: id, policy: policy, milliseconds: milliseconds))
    }

    func cancel(_ id: String = "work") { dispatcher.dispatch(Cancel(id: id)) }

    func advance(milliseconds: Int = 0) { scheduler.advance(by: .milliseconds(milliseconds)) }

    func drop() { store = nil }
}
