import MillraceFlux
import MillraceSpecs
import TestSupport

/// Law F3: a store receives only the types that it registered for, in registration order.
///
/// That a dispatch costs the same whatever other stores exist is a row of the benchmark.
final class F3RoutingSpec: Spec {
    private struct Tagged<Tag>: Action {}

    func testSpec() {
        describe("F3: a store") {
            var dispatcher = Dispatcher()
            var log = Log()

            beforeEach {
                dispatcher = Dispatcher()
                log = Log()
            }

            func store(_ name: String) -> Store<Int> {
                Store(0, on: dispatcher) { $0.on(Add.self) { _, _ in log(name) } }
            }

            it("receives only the types that it registered for") {
                let adds = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { state, action in state += action.amount }
                }
                let names = Store("", on: dispatcher) { store in
                    store.on(Rename.self) { state, action in state = action.name }
                }
                var changes = 0
                let subscription = names.state.observe { _ in changes += 1 }
                dispatcher.dispatch(Add(amount: 4))
                expect(adds.state.value).to(equal(4))
                expect(names.state.value).to(equal(""))
                expect(changes).to(equal(1))
                dispatcher.dispatch(Rename(name: "n"))
                expect(names.state.value).to(equal("n"))
                subscription.cancel()
            }

            it("is called in the order of registration") {
                keep(["a", "b", "c"].map(store))
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["a", "b", "c"]))
            }

            it("is called in the order in which its handlers were registered, not in which it was made") {
                let early = Store(0, on: dispatcher)
                keep(store("late"))
                early.on(Add.self) { _, _ in log("early") }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["late", "early"]))
            }

            it("has each of its handlers for a type called, in order") {
                keep(
                    Store(0, on: dispatcher) { store in
                        for number in 1...3 { store.on(Add.self) { _, _ in log("\(number)") } }
                    }
                )
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["1", "2", "3"]))
            }

            it("stands in one order with callbacks of all actions") {
                keep(dispatcher.register { _ in log("callback 1") })
                keep(store("store"))
                keep(dispatcher.register { _ in log("callback 2") })
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["callback 1", "store", "callback 2"]))
            }

            it("takes the instances of a generic action for different types") {
                keep(Store(0, on: dispatcher) { $0.on(Tagged<Int>.self) { _, _ in log("Int") } })
                keep(Store(0, on: dispatcher) { $0.on(Tagged<String>.self) { _, _ in log("String") } })
                dispatcher.dispatch(Tagged<Int>())
                expect(log.lines).to(equal(["Int"]))
                dispatcher.dispatch(Tagged<String>())
                dispatcher.dispatch(Tagged<Bool>())
                expect(log.lines).to(equal(["Int", "String"]))
            }

            it("receives nothing of another dispatcher") {
                keep(store("here"))
                Dispatcher().dispatch(Add())
                expect(log.lines).to(beEmpty())
            }

            it("receives the right one of many types") {
                var stores: [Store<Int>] = []
                func grow<Tag>(_ tag: Tag.Type, _ depth: Int) {
                    stores.append(Store(0, on: dispatcher) { $0.on(Tagged<Tag>.self) { state, _ in state += 1 } })
                    if depth > 0 { grow(Tagged<Tag>.self, depth - 1) }
                }
                func send<Tag>(_ tag: Tag.Type, _ depth: Int) {
                    dispatcher.dispatch(Tagged<Tag>())
                    if depth > 0 { send(Tagged<Tag>.self, depth - 1) }
                }
                grow(Int.self, 99)
                send(Int.self, 99)
                expect(stores.map(\.state.value)).to(equal(Array(repeating: 1, count: 100)))
            }
        }

        describe("F3: an action during whose dispatch somebody registers") {
            it("does not reach the new handler; the next one does") {
                let dispatcher = Dispatcher()
                var added: [Store<Int>] = []
                keep(
                    Store(0, on: dispatcher) { store in
                        store.on(Add.self) { _, _ in
                            added.append(Store(0, on: dispatcher) { $0.on(Add.self) { $0 += $1.amount } })
                        }
                    }
                )
                dispatcher.dispatch(Add())
                expect(added.map(\.state.value)).to(equal([0]))
                dispatcher.dispatch(Add())
                expect(added.map(\.state.value)).to(equal([1, 0]))
            }
        }
    }
}
