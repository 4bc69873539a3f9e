import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F4: to dispatch inside a handler is a programmer's error. That it is reported, with both names, is shown by
/// `FluxTrapTests`; here is what must not be taken for it.
final class F4NestedDispatchSpec: Spec {
    func testSpec() {
        describe("F4: a dispatch outside of handlers") {
            var dispatcher = Dispatcher()
            var counter = makeCounter(on: dispatcher)
            beforeEach {
                dispatcher = Dispatcher()
                counter = makeCounter(on: dispatcher)
            }

            it("may come from an observer of the change") {
                let subscription = counter.state.observe { if $0.count == 1 { dispatcher.dispatch(Add()) } }
                dispatcher.dispatch(Add())
                expect(counter.state.value.count).to(equal(2))
                subscription.cancel()
            }

            it("may come from a signal that speaks when the turn is settled") {
                let subscription = counter.state.changes.observe { if $0.count == 1 { dispatcher.dispatch(Add()) } }
                dispatcher.dispatch(Add())
                expect(counter.state.value.count).to(equal(2))
                subscription.cancel()
            }

            it("may come from an observer to another dispatcher") {
                let other = Dispatcher()
                let mirror = makeCounter(on: other)
                let subscription = counter.state.select(\.count).observe { other.dispatch(Add(amount: $0)) }
                dispatcher.dispatch(Add(amount: 3))
                expect(mirror.state.value.added).to(equal([0, 3]))
                subscription.cancel()
            }

            it("may come from what is freed when a store's handlers are dropped") {
                var brief: Store<Int>? = Store(0, on: dispatcher) { store in
                    let farewell = OnDeinit { dispatcher.dispatch(Add(amount: 5)) }
                    store.on(Add.self) { _, _ in farewell.touch() }
                }
                let later = makeCounter(on: dispatcher)
                dispatcher.dispatch(Add(amount: 1))
                expect(brief).notTo(beNil())
                brief = nil
                expect(counter.state.value.added).to(equal([1, 5]))
                expect(later.state.value.added).to(equal([1, 5]))
            }
        }
    }
}
