import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Who keeps what: a store handles as long as it is kept, and dropping everything frees everything, in any order.
final class StoreLifetimeSpec: Spec {
    private struct State {
        let token: Tracked
        var count = 0
    }

    func testSpec() {
        describe("a store that is released") {
            it("handles nothing any more, and its handlers are freed at once") {
                let dispatcher = Dispatcher()
                var calls = 0
                expect { scene in
                    let store = Store(0, on: dispatcher) { store in
                        store.on(Add.self) { [token = scene.instance()] _, _ in
                            token.touch()
                            calls += 1
                        }
                    }
                    dispatcher.dispatch(Add())
                    withExtendedLifetime(store) {}
                }.to(leakNothing())
                dispatcher.dispatch(Add())
                expect(calls).to(equal(1))
            }

            it("leaves its state as it was to those who hold it") {
                let dispatcher = Dispatcher()
                var counter: Store<CounterState>? = makeCounter(on: dispatcher)
                let state = counter!.state
                let title = state.select { "\($0.count)" }
                dispatcher.dispatch(Add(amount: 3))
                counter = nil
                dispatcher.dispatch(Add(amount: 3))
                expect(state.value.count).to(equal(3))
                expect(title.value).to(equal("3"))
            }

            it("in its own handler ends with that, and its observers are told") {
                let dispatcher = Dispatcher()
                var store: Store<Int>? = Store(0, on: dispatcher)
                store!.on(Add.self) { state, action in
                    store = nil
                    state += action.amount
                }
                let kept = store!.state
                let seen = Recording(of: kept)
                for _ in 0..<2 { dispatcher.dispatch(Add(amount: 4)) }
                expect(seen.values).to(equal([0, 4]))
            }

            it("in its own handler does so also where nobody else holds its state") {
                let dispatcher = Dispatcher()
                var seen: [Int] = []
                expect { scene in
                    var store: Store<State>? = Store(State(token: scene.instance()), on: dispatcher)
                    store!.on(Add.self) { state, action in
                        store = nil
                        state.count += action.amount
                        seen.append(state.count)
                    }
                    for _ in 0..<2 { dispatcher.dispatch(Add(amount: 4)) }
                }.to(leakNothing())
                expect(seen).to(equal([4]))
            }

            it("in the handler of another store is not called in that dispatch") {
                let (dispatcher, log) = (Dispatcher(), Log())
                var later: Store<Int>?
                keep(
                    Store(0, on: dispatcher) { store in
                        store.on(Add.self) { _, _ in
                            log("earlier")
                            later = nil
                        }
                    }
                )
                later = Store(0, on: dispatcher) { $0.on(Add.self) { _, _ in log("later") } }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["earlier"]))
                expect(later).to(beNil())
            }

            it("lets what its handlers have captured register and dispatch on its way out") {
                let dispatcher = Dispatcher()
                var heirs: [Store<CounterState>] = []
                var store: Store<Int>? = Store(0, on: dispatcher)
                for number in 1...5 {
                    let farewell = OnDeinit {
                        heirs.append(makeCounter(on: dispatcher))
                        dispatcher.dispatch(Add(amount: number))
                    }
                    store!.on(Add.self) { state, _ in withExtendedLifetime(farewell) { state += 1 } }
                }
                let lasting = makeCounter(on: dispatcher)
                dispatcher.dispatch(Add(amount: 0))
                expect(store?.state.value).to(equal(5))
                store = nil
                dispatcher.dispatch(Add(amount: 6))
                expect(lasting.state.value.added.sorted()).to(equal([0, 1, 2, 3, 4, 5, 6]))
                expect(heirs.map(\.state.value.added.count)).to(equal([6, 5, 4, 3, 2]))
            }

            it("leaves the others in their order, whichever and however many are released") {
                let seed = Seed.current
                var random = SeededGenerator(seed)
                let dispatcher = Dispatcher()
                let log = Log()
                var stores: [(name: String, store: Store<Int>)] = []
                for number in 0..<200 {
                    for _ in 0..<Int.random(in: 0...3, using: &random) {
                        let name = "\(number).\(stores.count)"
                        stores.append((name, Store(0, on: dispatcher) { $0.on(Add.self) { _, _ in log(name) } }))
                    }
                    for _ in 0..<Int.random(in: 0...3, using: &random) where !stores.isEmpty {
                        stores.remove(at: Int.random(in: stores.indices, using: &random))
                    }
                    let former = log.lines.count
                    dispatcher.dispatch(Add())
                    let called = Array(log.lines[former...])
                    guard called == stores.map(\.name) else {
                        return fail("seed \(seed), step \(number): called \(called), kept \(stores.map(\.name))")
                    }
                }
            }

            it("frees its handlers among others that have moved up") {
                let dispatcher = Dispatcher()
                expect { scene in
                    var stores = (0..<5).map { _ in
                        Store(0, on: dispatcher) { store in
                            store.on(Add.self) { [token = scene.instance()] _, _ in token.touch() }
                        }
                    }
                    while !stores.isEmpty { stores.removeFirst() }
                }.to(leakNothing())
            }

            it("frees its state when nobody holds that any more") {
                let dispatcher = Dispatcher()
                expect { scene in
                    let store = Store(State(token: scene.instance()), on: dispatcher) { store in
                        store.on(Add.self) { state, action in state.count += action.amount }
                    }
                    let subscription = store.state.select(\.count).observe { _ in }
                    dispatcher.dispatch(Add())
                    withExtendedLifetime(subscription) {}
                }.to(leakNothing())
            }
        }

        describe("a dispatcher, its stores and their observers") {
            /// Everything that a graph is made of, each part to be dropped on its own.
            func parts(of scene: Scene) -> [AnyObject] {
                let dispatcher = Dispatcher()
                let store = Store(State(token: scene.instance()), on: dispatcher) { store in
                    store.on(Add.self) { [token = scene.instance()] state, _ in
                        token.touch()
                        state.count += 1
                    }
                }
                let other = Store(State(token: scene.instance()), on: dispatcher)
                let token = scene.instance()
                other.on(Add.self, after: [store]) { state, _ in
                    token.touch()
                    state.count = store.state.value.count
                }
                let callback = dispatcher.register { _ in token.touch() }
                let sum = combine(store.state, other.state).map { $0.count + $1.count }
                let subscription = sum.observe { _ in token.touch() }
                dispatcher.dispatch(Add())
                return [dispatcher, store, other, callback, sum, subscription]
            }

            it("are freed in whichever order they are dropped") {
                var generator = SeededGenerator(seed: 7)
                for _ in 0..<200 {
                    expect { scene in
                        var kept = parts(of: scene)
                        kept.shuffle(using: &generator)
                        while !kept.isEmpty {
                            kept.removeLast()
                            for case let dispatcher as Dispatcher in kept { dispatcher.dispatch(Add()) }
                        }
                    }.to(leakNothing())
                }
            }

            it("are freed together") {
                expect { scene in
                    var kept = parts(of: scene)
                    kept = []
                    expect(kept).to(beEmpty())
                }.to(leakNothing())
            }

            it("are freed where actions still waited") {
                expect { scene in
                    var kept = parts(of: scene)
                    let variable = Variable(0)
                    let dispatcher = kept[0] as? Dispatcher
                    let subscription = variable.observe { value in
                        guard value == 1 else { return }
                        dispatcher?.dispatch(Add())
                        dispatcher?.dispatch(Add())
                        kept = []
                    }
                    variable.value = 1
                    expect(kept).to(beEmpty())
                    subscription.cancel()
                }.to(leakNothing())
            }
        }

        describe("an action") {
            it("is freed when its turn is over") {
                struct Carry: Action { let token: Tracked }
                let dispatcher = Dispatcher()
                let store = Store(0, on: dispatcher) { $0.on(Carry.self) { state, _ in state += 1 } }
                expect { scene in dispatcher.dispatch(Carry(token: scene.instance())) }.to(leakNothing())
                var subscription: Subscription?
                expect { scene in
                    batch { dispatcher.dispatch(Carry(token: scene.instance())) }
                    subscription = store.state.observe {
                        if $0 == 3 { dispatcher.dispatch(Carry(token: scene.instance())) }
                    }
                    dispatcher.dispatch(Carry(token: scene.instance()))
                }.to(leakNothing())
                expect(store.state.value).to(equal(4))
                subscription?.cancel()
            }
        }
    }
}
