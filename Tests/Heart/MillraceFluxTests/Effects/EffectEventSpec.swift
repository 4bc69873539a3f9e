import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// What is told of effects.
final class EffectEventSpec: Spec {
    private struct Load: Action { var fails = false, caught = false, policy = OverlapPolicy.merge }
    private struct Loaded: Action {}
    private struct Stop: Action {}
    private struct Failure: Error {}

    func testSpec() {
        @TestState var scheduler = TestScheduler()
        @TestState var store: Store<Int>?
        var dispatcher = Dispatcher()
        var told: [String] = []
        var events: [EffectEvent] = []

        func makeStore() -> Store<Int> {
            let clock = scheduler
            return Store(0, on: dispatcher, name: "loader") { store in
                store.on(Load.self) { _, action in
                    .run("load", action.policy) {
                        try await clock.sleep(for: .seconds(1))
                        if action.fails { throw Failure() }
                        return Loaded()
                    } catching: { _ in
                        Loaded()
                    }
                }
                store.on(Stop.self) { _, _ in .cancel("load") }
                store.on(Loaded.self) { state, _ in state += 1 }
            }
        }

        beforeEach {
            dispatcher = Dispatcher(on: scheduler)
            (told, events) = ([], [])
            dispatcher.onEffectFailure = { _ in }
            store = makeStore()
            dispatcher.install(
                Middleware(
                    handled: { told.append("\(type(of: $0.action))") },
                    effects: { event in
                        events.append(event)
                        switch event.change {
                        case .began: told.append("\(event.number) began")
                        case .finished: told.append("\(event.number) finished")
                        case .failed(let error): told.append("\(event.number) failed \(type(of: error))")
                        case .cancelled: told.append("\(event.number) cancelled")
                        }
                    }
                )
            )
        }

        it("tells when one begins, after its action, and when it has finished, before the action that it returns") {
            dispatcher.dispatch(Load())
            expect(told) == ["Load", "1 began"]
            scheduler.run()
            expect(told) == ["Load", "1 began", "1 finished", "Loaded"]
        }

        it("tells whose it is, its identity and policy, and for which action") {
            dispatcher.dispatch(Stop())
            dispatcher.dispatch(Load(policy: .latest))
            expect(events.map(\.store)) == ["loader"]
            expect(events[0].id?.base as? String) == "load"
            expect(events[0].policy) == .latest
            expect(events[0].actionNumber) == 2
        }

        it("tells that one has failed, also where that becomes an action") {
            dispatcher.dispatch(Load(fails: true))
            scheduler.run()
            expect(told) == ["Load", "1 began", "1 failed Failure", "Loaded"]
        }

        it("tells that one was cancelled: by its identity, by another one, and with its store") {
            dispatcher.dispatch(Load())
            dispatcher.dispatch(Stop())
            expect(told) == ["Load", "1 began", "Stop", "1 cancelled"]
            told = []
            dispatcher.dispatch(Load())
            dispatcher.dispatch(Load(policy: .latest))
            expect(told) == ["Load", "2 began", "Load", "2 cancelled", "3 began"]
            told = []
            store = nil
            scheduler.run()
            expect(told) == ["3 cancelled"]
        }

        it("tells nothing of one that is cancelled before it begins") {
            dispatcher.dispatch(Load(policy: .concat))
            dispatcher.dispatch(Load(policy: .concat))
            dispatcher.dispatch(Stop())
            scheduler.run()
            expect(told) == ["Load", "1 began", "Load", "Stop", "1 cancelled"]
        }

        it("tells of one that waits when its turn has come") {
            dispatcher.dispatch(Load(policy: .concat))
            dispatcher.dispatch(Load(policy: .concat))
            scheduler.run()
            expect(told.filter { !$0.contains("L") }) == ["1 began", "1 finished", "2 began", "2 finished"]
            expect(events.map(\.actionNumber)) == [1, 1, 2, 2]
        }
    }
}
