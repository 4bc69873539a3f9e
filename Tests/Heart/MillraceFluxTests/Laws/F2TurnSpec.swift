import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F2: one dispatch is one turn, which is over when `dispatch` returns; from an observer it is queued.
final class F2TurnSpec: Spec {
    func testSpec() {
        describe("F2: dispatch") {
            var dispatcher = Dispatcher()
            var counter = makeCounter(on: dispatcher)
            var log = Log()
            var subscriptions = SubscriptionBag()

            beforeEach {
                dispatcher = Dispatcher()
                counter = makeCounter(on: dispatcher)
                log = Log()
                subscriptions = SubscriptionBag()
            }

            it("is over on return: stores, derived values and observers have seen the change") {
                let doubled = counter.state.map { $0.count * 2 }
                doubled.observe { log("doubled \($0)") }.store(in: subscriptions)
                counter.state.observe { log("count \($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add(amount: 2))
                expect(log.lines).to(equal(["count 2", "doubled 4"]))
                expect(doubled.value).to(equal(4))
            }

            it("tells each observer once, however many stores and handlers changed") {
                let other = makeCounter(on: dispatcher)
                let sum = combine(counter.state, other.state).map { $0.count + $1.count }
                sum.observe { log("\($0)") }.store(in: subscriptions)
                let again = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { state, action in state += action.amount }
                    store.on(Add.self) { state, action in state += action.amount }
                }
                again.state.observe { log("again \($0)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add(amount: 1))
                expect(log.lines).to(equal(["again 2", "2"]))
            }

            it("never shows an observer one store changed and another not yet") {
                let other = makeCounter(on: dispatcher)
                counter.state.observe { log("\($0.count) \(other.state.value.count)") }.store(in: subscriptions)
                other.state.observe { log("\(counter.state.value.count) \($0.count)") }.store(in: subscriptions)
                log.clear()
                for _ in 0..<2 { dispatcher.dispatch(Add()) }
                expect(log.lines).to(equal(["1 1", "1 1", "2 2", "2 2"]))
            }

            it("counts a state as changed whenever a handler ran") {
                counter.state.observe { log("\($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add(amount: 0))
                expect(log.lines).to(equal(["0"]))
            }

            it("does nothing where nobody handles the type") {
                counter.state.observe { _ in log("told") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Clear())
                expect(log.lines).to(beEmpty())
            }

            it("says that it is dispatching to handlers, not to observers") {
                let witness = Store(false, on: dispatcher) { store in
                    store.on(Add.self) { state, _ in state = dispatcher.isDispatching }
                }
                witness.state.observe { log("handler \($0), observer \(dispatcher.isDispatching)") }
                    .store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["handler true, observer false"]))
                expect(dispatcher.isDispatching).to(beFalse())
            }

            it("routes an existential by the type of what is in it") {
                let actions: [any Action] = [Add(amount: 1), Rename(name: "n"), Clear(), Add(amount: 2)]
                for action in actions { dispatcher.dispatch(action) }
                expect(counter.state.value).to(equal(CounterState(count: 3, name: "n", added: [1, 2])))
            }
        }

        describe("F2: dispatch from an observer") {
            var dispatcher = Dispatcher()
            var counter = makeCounter(on: dispatcher)
            var log = Log()
            var subscriptions = SubscriptionBag()

            beforeEach {
                dispatcher = Dispatcher()
                counter = makeCounter(on: dispatcher)
                log = Log()
                subscriptions = SubscriptionBag()
            }

            it("waits for the end of the turn") {
                counter.state.observe { state in
                    if state.count == 1 {
                        dispatcher.dispatch(Add(amount: 10))
                        log("still \(counter.state.value.count)")
                    }
                }.store(in: subscriptions)
                counter.state.observe { log("\($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["still 1", "1", "11"]))
            }

            it("runs what waits in order, one turn each, before the outermost dispatch returns") {
                counter.state.observe { if $0.count == 1 { for n in 2...4 { dispatcher.dispatch(Add(amount: n)) } } }
                    .store(in: subscriptions)
                counter.state.observe { if $0.count == 1 { dispatcher.dispatch(Add(amount: 5)) } }
                    .store(in: subscriptions)
                counter.state.observe { log("\($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(counter.state.value.added).to(equal([1, 2, 3, 4, 5]))
                expect(log.lines).to(equal(["1", "3", "6", "10", "15"]))
            }

            it("puts what a queued action leads to behind what waits already") {
                counter.state.observe { state in
                    guard let last = state.added.last, last < 3 else { return }
                    dispatcher.dispatch(Add(amount: last * 10))
                    dispatcher.dispatch(Add(amount: last + 1))
                }.store(in: subscriptions)
                dispatcher.dispatch(Add(amount: 1))
                expect(counter.state.value.added).to(equal([1, 10, 2, 20, 3]))
            }

            it("runs after all that observers have set") {
                let variable = Variable(0)
                counter.state.observe { state in
                    guard state.count == 1 else { return }
                    dispatcher.dispatch(Add())
                    variable.value = 7
                }.store(in: subscriptions)
                variable.observe { log("variable \($0)") }.store(in: subscriptions)
                counter.state.observe { log("count \($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["count 1", "variable 7", "count 2"]))
            }

            it("waits also where the observer is called for the first time") {
                counter.state.observe { state in
                    if state.count == 0 { dispatcher.dispatch(Add()) }
                    log("\(state.count)")
                }.store(in: subscriptions)
                expect(log.lines).to(equal(["0", "1"]))
                expect(dispatcher.isDispatching).to(beFalse())
            }

            it("waits also where it stands in a batch") {
                counter.state.observe { state in
                    guard state.count == 1 else { return }
                    batch {
                        dispatcher.dispatch(Add(amount: 10))
                        dispatcher.dispatch(Add(amount: 100))
                        log("in the batch \(counter.state.value.count)")
                    }
                }.store(in: subscriptions)
                counter.state.observe { log("\($0.count)") }.store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["in the batch 1", "1", "11", "111"]))
            }

            it("keeps the order across dispatchers, one turn each") {
                let other = Dispatcher()
                let mirror = makeCounter(on: other)
                counter.state.observe { state in
                    guard state.count == 1 else { return }
                    other.dispatch(Add(amount: 2))
                    dispatcher.dispatch(Add(amount: 3))
                    other.dispatch(Add(amount: 4))
                }.store(in: subscriptions)
                combine(counter.state, mirror.state).observe { log("\($0.count) \($1.count)") }
                    .store(in: subscriptions)
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["1 0", "1 2", "4 2", "4 6"]))
            }

            it("carries ten thousand actions that wait at once") {
                counter.state.observe { state in
                    if state.count == 1 { for _ in 0..<20_000 { dispatcher.dispatch(Add()) } }
                }.store(in: subscriptions)
                dispatcher.dispatch(Add())
                expect(counter.state.value.count).to(equal(20_001))
            }

            it("reaches nobody whose store went before its turn came") {
                var brief: Store<CounterState>? = makeCounter(on: dispatcher)
                let state = brief?.state
                counter.state.observe { state in
                    guard state.count == 1 else { return }
                    dispatcher.dispatch(Add())
                    brief = nil
                }.store(in: subscriptions)
                dispatcher.dispatch(Add())
                expect(counter.state.value.count).to(equal(2))
                expect(state?.value.count).to(equal(1))
            }
        }

        describe("F2: dispatch in a batch") {
            it("runs the handlers at once, and the turn at the end of the batch") {
                let dispatcher = Dispatcher()
                let counter = makeCounter(on: dispatcher)
                let log = Log()
                let subscription = counter.state.observe { log("\($0.count)") }
                log.clear()
                batch {
                    dispatcher.dispatch(Add(amount: 1))
                    dispatcher.dispatch(Add(amount: 2))
                    log("in the batch \(counter.state.value.count)")
                }
                expect(log.lines).to(equal(["in the batch 3", "3"]))
                subscription.cancel()
            }

            it("makes one turn of several dispatchers and variables") {
                let (one, other, variable) = (Dispatcher(), Dispatcher(), Variable(0))
                let (first, second) = (makeCounter(on: one), makeCounter(on: other))
                let log = Log()
                let subscription = combine(first.state, second.state, variable)
                    .observe { log("\($0.count) \($1.count) \($2)") }
                log.clear()
                batch {
                    one.dispatch(Add(amount: 1))
                    variable.value = 2
                    other.dispatch(Add(amount: 3))
                }
                expect(log.lines).to(equal(["1 3 2"]))
                subscription.cancel()
            }
        }
    }
}
