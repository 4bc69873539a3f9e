import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

final class MiddlewareSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher, name: "counter")
        var log = Log()
        var handled: [HandledAction] = []

        /// Installs a middleware that keeps what it is told.
        func watch(_ wantsFormerStates: Bool = false) {
            dispatcher.install(.stub(wantsFormerStates: wantsFormerStates, handled: { handled.append($0) }))
        }

        beforeEach {
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher, name: "counter")
            log = Log()
            handled = []
        }

        describe("a middleware") {
            it("is asked before the stores change, and told when they have, before observers are") {
                dispatcher.install(
                    .stub(
                        decide: { action in
                            log("before \(action), \(counter.state.value.count)")
                            return .pass
                        },
                        handled: { log("after \($0.action), \(counter.state.value.count)") }
                    )
                )
                keep(counter.state.observe { log("observed \($0.count)") })
                log.clear()
                dispatcher.dispatch(Add(amount: 2))
                expect(log.lines).to(equal(["before Add(amount: 2), 0", "after Add(amount: 2), 2", "observed 2"]))
            }

            it("is asked and told in the order of installation, with others") {
                for name in ["first", "second"] { dispatcher.install(.stub(name, noting: log)) }
                dispatcher.dispatch(Clear())
                expect(log.lines).to(
                    equal([
                        "first before Clear()", "second before Clear()", "first after Clear()", "second after Clear()",
                    ])
                )
            }

            it("is told of an action before the one that what a handler has captured dispatches when it goes") {
                var counted: Store<Int>?
                var farewell: OnDeinit? = OnDeinit { [dispatcher] in dispatcher.dispatch(Rename(name: "gone")) }
                let leaving = dispatcher.register { [weak dispatcher] action in
                    guard action is Add, let store = counted else { return }
                    dispatcher?.unregister(store)
                    counted = nil
                }
                counted = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { [farewell] state, _ in withExtendedLifetime(farewell) { state += 1 } }
                }
                farewell = nil
                watch()
                dispatcher.dispatch(Add())
                expect(handled.map { "\($0.number) \($0.action)" }).to(
                    equal(["1 Add(amount: 1)", "2 Rename(name: \"gone\")"])
                )
                keep(leaving)
            }

            it("is told of an action before the actions that observers answer with") {
                dispatcher.install(.stub("it", noting: log))
                keep(
                    counter.state.observe { [dispatcher] in
                        if $0.count == 1, $0.name.isEmpty { dispatcher.dispatch(Rename(name: "one")) }
                    }
                )
                dispatcher.dispatch(Add())
                expect(log.lines).to(
                    equal([
                        "it before Add(amount: 1)", "it after Add(amount: 1)", "it before Rename(name: \"one\")",
                        "it after Rename(name: \"one\")",
                    ])
                )
            }

            it("sets what belongs to the action's turn") {
                let count = Variable(0)
                dispatcher.install(
                    .stub(
                        decide: { _ in
                            count.value += 1
                            return .pass
                        },
                        handled: { _ in count.value += 1 }
                    )
                )
                keep(combine(count, counter.state).observe { log("\($0) \($1.count)") })
                log.clear()
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["2 1"]))
            }

            it("is kept by the dispatcher, and lets everything go with it") {
                expect { scene in
                    let dispatcher = Dispatcher()
                    let counter = makeCounter(on: dispatcher)
                    dispatcher.install(.stub(handled: { [token = scene.instance()] _ in token.touch() }))
                    dispatcher.dispatch(Add())
                    withExtendedLifetime(counter) {}
                }.to(leakNothing())
            }

            it("sees what is dispatched after its installation, also in a batch, when the handlers have run") {
                dispatcher.dispatch(Add())
                dispatcher.install(.stub("it", noting: log))
                batch {
                    dispatcher.dispatch(Clear())
                    log("in the batch")
                }
                expect(log.lines).to(equal(["it before Clear()", "it after Clear()", "in the batch"]))
            }
        }

        describe("what it is told") {
            it("names the stores that have changed, in the order in which they were called") {
                keep(
                    Store(0, on: dispatcher, name: "other") { store in
                        store.on(Add.self) { _, _ in }
                        store.on(Add.self) { _, _ in }
                    }
                )
                keep(dispatcher.register("callback") { _ in })
                watch()
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Rename(name: ""))
                expect(handled.map(\.changedStores)).to(equal([["counter", "other"], ["counter"]]))
                expect(handled[0].calls.map(\.name)).to(equal(["counter", "other", "callback"]))
                expect(handled[0].calls.map(\.isStore)).to(equal([true, true, false]))
            }

            it("names whoever was called because another waited for it, too") {
                var last: Registration?
                keep(
                    dispatcher.register("first") { [dispatcher] _ in
                        dispatcher.waitFor([last].compactMap(\.self))
                    }
                )
                last = dispatcher.register("last") { _ in }
                watch()
                dispatcher.dispatch(Clear())
                expect(handled[0].calls.map(\.name)).to(equal(["last", "first"]))
            }

            it("counts the actions, those among them that nobody handles") {
                watch()
                dispatcher.dispatch(Clear())
                dispatcher.dispatch(Add())
                expect(handled.map(\.number)).to(equal([1, 2]))
                expect(handled[0].calls).to(beEmpty())
                expect(handled[0].duration).to(equal(.zero))
            }

            it("says how long each store took, by the dispatcher's scheduler") {
                let scheduler = TestScheduler()
                let timed = Dispatcher(on: scheduler)
                keep(
                    Store(0, on: timed, name: "slow") { store in
                        store.on(Add.self) { _, _ in scheduler.advance(by: .milliseconds(3)) }
                        store.on(Add.self) { _, _ in scheduler.advance(by: .milliseconds(4)) }
                    }
                )
                keep(makeCounter(on: timed))
                timed.install(.stub(handled: { handled.append($0) }))
                timed.dispatch(Add())
                expect(handled[0].calls.map(\.duration)).to(equal([.milliseconds(7), .zero]))
                expect(handled[0].duration).to(equal(.milliseconds(7)))
            }
        }

        describe("former states") {
            it("are there where somebody wants them, beside the new ones") {
                watch(true)
                dispatcher.install(.stub())
                dispatcher.dispatch(Rename(name: "a"))
                dispatcher.dispatch(Rename(name: "b"))
                let call = handled[1].calls[0]
                expect(call.formerState as? CounterState).to(equal(CounterState(name: "a")))
                expect(call.state as? CounterState).to(equal(CounterState(name: "b")))
            }

            it("are those before the first of several handlers of a store") {
                keep(
                    Store(0, on: dispatcher) { store in
                        store.on(Clear.self) { count, _ in count += 1 }
                        store.on(Clear.self) { count, _ in count += 1 }
                    }
                )
                watch(true)
                dispatcher.dispatch(Clear())
                expect(handled[0].calls.map { $0.formerState as? Int }).to(equal([0]))
                expect(handled[0].calls.map { $0.state as? Int }).to(equal([2]))
            }

            it("are not kept where nobody wants them: an array is then changed in place") {
                func address(_ array: [Int]) -> UnsafeRawPointer? { array.withUnsafeBytes(\.baseAddress) }
                let numbers = Store(Array(0..<100), on: dispatcher) { $0.on(Clear.self) { state, _ in state[0] += 1 } }
                watch()
                let before = address(numbers.state.value)
                dispatcher.dispatch(Clear())
                expect(address(numbers.state.value)).to(equal(before))
                expect(handled[0].calls[0].formerState).to(beNil())
                watch(true)
                dispatcher.dispatch(Clear())
                expect(address(numbers.state.value)).notTo(equal(before))
            }
        }
    }
}
