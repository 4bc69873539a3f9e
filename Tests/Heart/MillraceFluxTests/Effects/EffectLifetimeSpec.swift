import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Who keeps effects, and what they keep.
final class EffectLifetimeSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var living = LivingCount()
        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher(on: scheduler)
            living = LivingCount()
        }

        func makeStore() -> Store<Int> {
            let (scheduler, living) = (scheduler, living)
            return Store(0, on: dispatcher) { store in
                store.on(Add.self) { _, action in
                    let tracked = living.instance()
                    let prices = Emitter<Int>()
                    return [
                        .run("work", .concat) { _ in
                            tracked.touch()
                            try await scheduler.sleep(for: .seconds(1))
                        },
                        .observe(prices.map { $0 + 1 }, as: "price") {
                            tracked.touch()
                            return Add(amount: $0)
                        },
                    ]
                }
                store.on(Cancel.self) { _, _ in [.cancel("work"), .cancel("price")] }
            }
        }

        describe("an effect") {
            it("is freed when it is cancelled, what it has captured included") {
                let store = makeStore()
                for _ in 0..<3 { dispatcher.dispatch(Add()) }
                scheduler.advance()
                expect(living.count).to(equal(3))
                dispatcher.dispatch(Cancel())
                scheduler.advance()
                expect(living.count).to(equal(0))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("is freed when it is over, and keeps the signal that it observes until then") {
                weak var found: Signal<Int>?
                let (source, living) = (Emitter<Int>(), living)
                let store = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in
                        let (tracked, signal) = (living.instance(), source.map { $0 + 1 })
                        found = signal
                        return .observe(signal) {
                            tracked.touch()
                            return Add(amount: $0)
                        }
                    }
                    store.on(Add.self) { state, action in state += action.amount }
                }
                dispatcher.dispatch(Clear())
                source.send(1)
                expect(store.state.value).to(equal(2))
                expect(found == nil).to(beFalse())
                source.finish()
                expect(found == nil).to(beTrue())
                expect(living.count).to(equal(0))
            }

            it("keeps neither the store nor the dispatcher, and is freed after them") {
                let parts: () -> (Store<Int>, () -> Bool) = {
                    let store = makeStore()
                    weak let (weakStore, weakDispatcher) = (store, store.dispatcher)
                    return (store, { weakStore == nil && weakDispatcher == nil })
                }
                var (store, areGone): (Store<Int>?, () -> Bool) = parts()
                store?.dispatcher.dispatch(Add())
                store?.dispatcher.dispatch(Add())
                scheduler.advance()
                dispatcher = Dispatcher()
                store = nil
                expect(areGone()).to(beTrue())
                scheduler.run()
                expect(living.count).to(equal(0))
            }
        }

        describe("a dispatcher with stores and effects") {
            it("is freed in whichever order its parts are dropped") {
                var generator = SeededGenerator(seed: Seed.current.value)
                for _ in 0..<100 {
                    dispatcher = Dispatcher(on: scheduler)
                    var kept: [AnyObject] = [dispatcher, makeStore(), makeStore(), makeStore()]
                    for case let store as Store<Int> in kept { kept.append(store.effectsInFlight) }
                    dispatcher.dispatch(Add())
                    if Bool.random(using: &generator) { scheduler.advance() }
                    dispatcher.dispatch(Add())
                    dispatcher = Dispatcher()
                    kept.shuffle(using: &generator)
                    while !kept.isEmpty {
                        kept.removeLast()
                        if Bool.random(using: &generator) { scheduler.advance() }
                    }
                    scheduler.run()
                    expect(living.count).to(equal(0))
                }
            }
        }
    }
}
