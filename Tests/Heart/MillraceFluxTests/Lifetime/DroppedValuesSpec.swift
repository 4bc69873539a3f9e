import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What is dropped of the user's may read, set, send and dispatch as it goes: nothing of ours is in the midst of an
/// access then.
final class DroppedValuesSpec: Spec {
    private typealias State = DroppedObjects.State
    private typealias Put = DroppedObjects.Put

    func testSpec() {
        var objects = DroppedObjects()
        var (dispatcher, scheduler) = (objects.dispatcher, objects.scheduler)
        var (store, tally) = (objects.store, objects.tally)

        beforeEach {
            objects = DroppedObjects()
            (dispatcher, scheduler) = (objects.dispatcher, objects.scheduler)
            (store, tally) = (objects.store, objects.tally)
        }

        describe("what an effect has captured") {
            struct Go: Action {
                var id = "go"
                var policy = OverlapPolicy.merge
                let object: OnDeinit?
            }

            beforeEach {
                store.on(Go.self) { _, action in
                    let (object, sleeper) = (action.object, scheduler)
                    return .run(action.id, action.policy) { _ in
                        try await sleeper.sleep(for: .seconds(1))
                        withExtendedLifetime(object) {}
                    }
                }
                store.on(Clear.self) { _, _ in .cancel("go") }
            }

            it("goes where the effect is ignored") {
                // The action does not hold it: it would go with that.
                var held: OnDeinit? = objects.object()
                store.on(Rename.self) { [scheduler] _, _ in
                    let object = held
                    held = nil
                    return .run("go", .first) { _ in
                        try await scheduler.sleep(for: .seconds(1))
                        withExtendedLifetime(object) {}
                    }
                }
                dispatcher.dispatch(Go(object: nil))
                dispatcher.dispatch(Rename(name: ""))
                expect(objects.ends) == 1
                expect(tally.state.value) == 1
            }

            it("goes where the effect is cancelled, and may ask for another") {
                dispatcher.dispatch(Go(policy: .concat, object: nil))
                dispatcher.dispatch(
                    Go(policy: .concat, object: objects.object { [dispatcher] in dispatcher.dispatch(Go(object: nil)) })
                )
                dispatcher.dispatch(Clear())
                scheduler.advance()
                expect(objects.ends) == 1
                expect(store.effectsInFlight.value) == 1
            }

            it("goes with the handler of failures that was replaced") {
                func install(_ capture: OnDeinit) { dispatcher.onEffectFailure = { _ in capture.touch() } }
                install(objects.object { [dispatcher] in _ = dispatcher.onEffectFailure })
                expect(objects.ends) == 0
                dispatcher.onEffectFailure = { _ in }
                expect(objects.ends) == 1
            }

            it("goes with an identity that is an object") {
                final class Identity: Hashable, Sendable {
                    let object: OnDeinit
                    init(_ object: OnDeinit) { self.object = object }
                    static func == (left: Identity, right: Identity) -> Bool { true }
                    func hash(into hasher: inout Hasher) {}
                }
                struct Name: Action { let identity: Identity }
                store.on(Name.self) { _, action in .run(action.identity, .latest) { _ in } }
                let isAgain = Variable(true)
                for _ in 0..<3 {
                    dispatcher.dispatch(
                        Name(
                            identity: Identity(
                                objects.object { [dispatcher] in
                                    guard isAgain.value else { return }
                                    isAgain.value = false
                                    dispatcher.dispatch(Go(object: nil))
                                }
                            )
                        )
                    )
                }
                scheduler.run()
                expect(objects.ends) == 3
                expect(store.effectsInFlight.value) == 0
            }
        }

        describe("what a handler has captured") {
            it("goes when its store is unregistered in mid-dispatch") {
                var other: Store<Int>? = Store(0, on: dispatcher)
                tally.on(Rename.self) { _, _ in if let other { dispatcher.unregister(other.registration) } }
                func register(_ capture: OnDeinit) {
                    other?.on(Rename.self) { _, _ in capture.touch() }
                    other?.on(Clear.self) { _, _ in capture.touch() }
                }
                register(objects.object())
                dispatcher.dispatch(Rename(name: ""))
                expect(objects.ends) == 1
                expect(tally.state.value) == 1
                other = nil
            }

            it("goes when its store is unregistered by an addressed action of its own") {
                let other = Store(0, on: dispatcher)
                func register(_ capture: OnDeinit) {
                    other.on(Rename.self) { count, _ in
                        dispatcher.unregister(other.registration)
                        count = 7
                        capture.touch()
                    }
                    other.on(Rename.self) { count, _ in count = 8 }
                }
                register(objects.object())
                dispatcher.dispatch(Rename(name: ""), to: other)
                expect(other.state.value) == 7
                expect(objects.ends) == 1
                expect(tally.state.value) == 1
            }
        }

        describe("states between two handlers of one store") {
            it("go when the action has been handled, also where somebody watches") {
                dispatcher.install(.stub(wantsFormerStates: true))
                let capture = objects.object()
                store.on(Rename.self) { [weak capture] state, _ in state.object = capture }
                store.on(Rename.self) { state, _ in
                    state.object = OnDeinit { [dispatcher] in dispatcher.dispatch(Add()) }
                }
                store.on(Rename.self) { state, _ in state.object = nil }
                dispatcher.dispatch(Rename(name: ""))
                expect(tally.state.value) == 1
                capture.touch()
            }
        }

        describe("what a tester of stores drops") {
            it("may look at the tester, and dispatch") {
                var ends = 0
                var tester: StoreTester<State>?
                tester = StoreTester(exhaustivity: .off) { DroppedObjects.makeStore(on: $0) }
                for number in 1...3 {
                    tester?.send(
                        Put(
                            number: number,
                            object: OnDeinit { [weak tester] in
                                ends += 1
                                _ = tester?.state.number
                                if ends < 9 { tester?.store.dispatcher.dispatch(Put(number: 0, object: nil)) }
                            }
                        )
                    )
                }
                tester?.finish()
                expect(ends) == 2
                tester = nil
            }
        }
    }
}
