import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Effects of the main actor, in real time, and on virtual time beside it.
final class EffectMainActorSpec: Spec {
    @MainActor
    private final class Service {
        private(set) var calls = 0

        func title(of number: Int) async -> String {
            calls += 1
            await Task.yield()
            return "title \(number)"
        }
    }

    private actor Archive {
        func title(of number: Int) async throws -> String {
            if number < 0 { throw Failing() }
            return "archived \(number)"
        }
    }

    @MainActor func testSpec() async {
        describe("an effect of the main actor") {
            it("runs there, calls what is there and elsewhere, and answers there") {
                let (service, archive) = (Service(), Archive())
                let dispatcher = Dispatcher(on: .main)
                let store = Store([String](), on: dispatcher) { store in
                    store.on(Add.self) { _, action in
                        .run { send in
                            MainActor.assertIsolated()
                            send(Answer(name: await service.title(of: action.amount)))
                            MainActor.assertIsolated()
                            send(Answer(name: try await archive.title(of: -action.amount)))
                        } catching: {
                            Answer(name: "\($0)")
                        }
                    }
                    store.on(Answer.self) { state, action in
                        MainActor.assertIsolated()
                        state.append(action.name)
                    }
                }
                dispatcher.dispatch(Add(amount: 1))
                try await store.effectsInFlight.wait { $0 == 0 }
                expect(store.state.value).to(equal(["title 1", "Failing()"]))
                expect(service.calls).to(equal(1))
            }

            it("that is cancelled before it has begun is never begun") {
                let service = Service()
                let dispatcher = Dispatcher(on: .main)
                let store = Store([String](), on: dispatcher) { store in
                    store.on(Add.self) { _, action in
                        .run("title", .latest) { Answer(name: await service.title(of: action.amount)) }
                    }
                    store.on(Answer.self) { state, action in state.append(action.name) }
                }
                for amount in 1...5 { dispatcher.dispatch(Add(amount: amount)) }
                try await store.effectsInFlight.wait { $0 == 0 }
                expect(store.state.value).to(equal(["title 5"]))
                expect(service.calls).to(equal(1))
            }

            it("may be driven on virtual time") {
                let scheduler = TestScheduler()
                let service = Service()
                let dispatcher = Dispatcher(on: scheduler)
                let store = Store([String](), on: dispatcher) { store in
                    store.on(Add.self) { _, action in
                        .run {
                            try await scheduler.sleep(for: .seconds(1))
                            return Answer(name: await service.title(of: action.amount))
                        }
                    }
                    store.on(Answer.self) { state, action in state.append(action.name) }
                }
                dispatcher.dispatch(Add(amount: 1))
                await scheduler.settle()
                expect(service.calls).to(equal(0))
                scheduler.advance(by: .seconds(1))
                await scheduler.settle()
                expect(store.state.value).to(equal(["title 1"]))
            }
        }
    }
}
