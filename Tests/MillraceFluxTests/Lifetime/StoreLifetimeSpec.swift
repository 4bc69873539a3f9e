import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// Who keeps what: a store handles as long as it is kept, and dropping everything frees everything, in any order.
final class StoreLifetimeSpec: Spec {
    private struct State {
        let tracked: Tracked
        var count = 0
    }

    func testSpec() {
        describe("a store that is released") {
            it("handles nothing any more, and its handlers are freed at once") {
                let (dispatcher, census) = (Dispatcher(), Tracked.Census())
                var calls = 0
                var store: Store<Int>? = Store(0, on: dispatcher) { store in
                    let tracked = Tracked(in: census)
                    store.on(Add.self) { _, _ in
                        tracked.touch()
                        calls += 1
                    }
                }
                dispatcher.dispatch(Add())
                expect(census.count).to(equal(1))
                expect(store).notTo(beNil())
                store = nil
                expect(census.count).to(equal(0))
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
                expect(counter).to(beNil())
            }

            it("in its own handler ends with that, and its observers are told") {
                let dispatcher = Dispatcher()
                var seen: [Int] = []
                var store: Store<Int>? = Store(0, on: dispatcher)
                store!.on(Add.self) { state, action in
                    store = nil
                    state += action.amount
                }
                let kept = store!.state
                let subscription = kept.observe { seen.append($0) }
                for _ in 0..<2 { dispatcher.dispatch(Add(amount: 4)) }
                expect(seen).to(equal([0, 4]))
                subscription.cancel()
            }

            it("in its own handler does so also where nobody else holds its state") {
                let (dispatcher, census) = (Dispatcher(), Tracked.Census())
                var store: Store<State>? = Store(State(tracked: Tracked(in: census)), on: dispatcher)
                var seen: [Int] = []
                store!.on(Add.self) { state, action in
                    store = nil
                    state.count += action.amount
                    seen.append(state.count)
                }
                for _ in 0..<2 { dispatcher.dispatch(Add(amount: 4)) }
                expect(seen).to(equal([4]))
                expect(census.count).to(equal(0))
            }

            it("in the handler of another store is not called in that dispatch") {
                let (dispatcher, log) = (Dispatcher(), Log())
                var later: Store<Int>?
                let earlier = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { _, _ in
                        log("earlier")
                        later = nil
                    }
                }
                later = Store(0, on: dispatcher) { $0.on(Add.self) { _, _ in log("later") } }
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["earlier"]))
                expect(later).to(beNil())
                withExtendedLifetime(earlier) {}
            }

            it("lets what its handlers have captured register and dispatch on its way out") {
                final class Farewell {
                    let say: () -> Void
                    init(_ say: @escaping () -> Void) { self.say = say }
                    deinit { say() }
                }
                let dispatcher = Dispatcher()
                var heirs: [Store<CounterState>] = []
                var store: Store<Int>? = Store(0, on: dispatcher)
                for number in 1...5 {
                    let farewell = Farewell {
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

            it("frees its state when nobody holds that any more") {
                let (dispatcher, census) = (Dispatcher(), Tracked.Census())
                var store: Store<State>? = Store(State(tracked: Tracked(in: census)), on: dispatcher) { store in
                    store.on(Add.self) { state, action in state.count += action.amount }
                }
                var subscription: Subscription? = store!.state.select(\.count).observe { _ in }
                dispatcher.dispatch(Add())
                expect(census.count).to(equal(1))
                store = nil
                subscription = nil
                expect(census.count).to(equal(0))
                expect(store == nil && subscription == nil).to(beTrue())
            }
        }

        describe("a dispatcher, its stores and their observers") {
            /// Everything that a graph is made of, each part to be dropped on its own.
            func parts(_ census: Tracked.Census) -> [AnyObject] {
                let dispatcher = Dispatcher()
                let store = Store(State(tracked: Tracked(in: census)), on: dispatcher) { store in
                    let tracked = Tracked(in: census)
                    store.on(Add.self) { state, _ in
                        tracked.touch()
                        state.count += 1
                    }
                }
                let other = Store(State(tracked: Tracked(in: census)), on: dispatcher)
                let tracked = Tracked(in: census)
                other.on(Add.self, after: [store]) { state, _ in
                    tracked.touch()
                    state.count = store.state.value.count
                }
                let callback = dispatcher.register { _ in tracked.touch() }
                let sum = combine(store.state, other.state).map { $0.count + $1.count }
                let subscription = sum.observe { _ in tracked.touch() }
                dispatcher.dispatch(Add())
                return [dispatcher, store, other, callback, sum, subscription]
            }

            it("are freed in whichever order they are dropped") {
                var generator = SeededGenerator(seed: 7)
                for _ in 0..<200 {
                    let census = Tracked.Census()
                    var kept = parts(census)
                    expect(census.count).to(equal(4))
                    kept.shuffle(using: &generator)
                    while !kept.isEmpty {
                        kept.removeLast()
                        for case let dispatcher as Dispatcher in kept { dispatcher.dispatch(Add()) }
                    }
                    expect(census.count).to(equal(0))
                }
            }

            it("are freed together") {
                let census = Tracked.Census()
                var kept = parts(census)
                kept = []
                expect(kept).to(beEmpty())
                expect(census.count).to(equal(0))
            }

            it("are freed where actions still waited") {
                let census = Tracked.Census()
                do {
                    var kept = parts(census)
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
                }
                expect(census.count).to(equal(0))
            }
        }

        describe("an action") {
            it("is freed when its turn is over") {
                struct Carry: Action { let tracked: Tracked }
                let (dispatcher, census) = (Dispatcher(), Tracked.Census())
                let store = Store(0, on: dispatcher) { $0.on(Carry.self) { state, _ in state += 1 } }
                dispatcher.dispatch(Carry(tracked: Tracked(in: census)))
                expect(census.count).to(equal(0))
                batch { dispatcher.dispatch(Carry(tracked: Tracked(in: census))) }
                let subscription = store.state.observe {
                    if $0 == 3 { dispatcher.dispatch(Carry(tracked: Tracked(in: census))) }
                }
                dispatcher.dispatch(Carry(tracked: Tracked(in: census)))
                expect(store.state.value).to(equal(4))
                expect(census.count).to(equal(0))
                subscription.cancel()
            }
        }
    }
}
