import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Several stores on one dispatcher: two of a feature, a feature that contains two of another, one that is shared.
final class SeveralStoresSpec: Spec {
    private struct SetVolume: Action { let volume: Int }
    private struct Mute: Action {}

    /// A feature: a channel with a volume.
    private struct Channel {
        let store: Store<Int>

        init(on dispatcher: Dispatcher, name: String) {
            store = Store(5, on: dispatcher, name: name) { store in
                store.on(SetVolume.self) { volume, action in volume = action.volume }
                store.on(Mute.self) { volume, _ in volume = 0 }
            }
        }

        func set(_ volume: Int) { store.dispatcher.dispatch(SetVolume(volume: volume), to: store) }
    }

    /// A feature that contains two channels.
    private struct Mixer {
        let (left, right): (Channel, Channel)
        let history: Store<[Int]>
        let loudest: Observable<Int>

        init(on dispatcher: Dispatcher) {
            let (left, right) = (Channel(on: dispatcher, name: "left"), Channel(on: dispatcher, name: "right"))
            (self.left, self.right) = (left, right)
            loudest = combine(left.store.state, right.store.state).map { max($0, $1) }
            history = Store([], on: dispatcher, name: "history") { store in
                store.on(Mute.self, after: [left.store, right.store]) { history, _ in
                    history.append(left.store.state.value + right.store.state.value)
                }
                store.on(Clear.self) { _, _ in
                    .run { send in
                        send(SetVolume(volume: 1), to: left.store)
                        send(SetVolume(volume: 2), to: right.store)
                    }
                }
            }
        }
    }

    func testSpec() {
        var dispatcher = Dispatcher()
        var log = Log()
        beforeEach {
            dispatcher = Dispatcher()
            log = Log()
        }

        describe("two of a feature on one dispatcher") {
            it("are spoken to one by one, or both at once") {
                let (left, right) = (Channel(on: dispatcher, name: "left"), Channel(on: dispatcher, name: "right"))
                left.set(3)
                expect([left, right].map(\.store.state.value)).to(equal([3, 5]))
                dispatcher.dispatch(Mute())
                expect([left, right].map(\.store.state.value)).to(equal([0, 0]))
            }
        }

        describe("a feature that contains two of another") {
            it("derives what both make of an action, once a turn, never half") {
                let mixer = Mixer(on: dispatcher)
                let subscription = mixer.loudest.observe { log("\($0)") }
                dispatcher.dispatch(SetVolume(volume: 8))
                mixer.left.set(9)
                mixer.right.set(1)
                dispatcher.dispatch(Mute())
                expect(log.lines).to(equal(["5", "8", "9", "9", "0"]))
                subscription.cancel()
            }

            it("handles the same action after them") {
                let mixer = Mixer(on: dispatcher)
                dispatcher.dispatch(Mute())
                expect(mixer.history.state.value).to(equal([0]))
            }

            it("speaks to each of them in its effects") {
                let scheduler = TestScheduler()
                let mixer = Mixer(on: Dispatcher(on: scheduler))
                mixer.history.dispatcher.dispatch(Clear())
                scheduler.run()
                expect(mixer.left.store.state.value).to(equal(1))
                expect(mixer.right.store.state.value).to(equal(2))
            }

            it("may be there twice as well") {
                let (one, two) = (Mixer(on: dispatcher), Mixer(on: dispatcher))
                one.left.set(7)
                expect([one.loudest.value, two.loudest.value]).to(equal([7, 5]))
            }
        }

        describe("observables across stores") {
            it("are consistent within a turn, also for whoever reads one while told of another") {
                let stores = (0..<5).map { _ in makeCounter(on: dispatcher) }
                let sums = stores.indices.dropLast().map { index in
                    combine(stores[index].state, stores[index + 1].state).map { $0.count + $1.count }
                }
                let total = combine(sums[0], sums[3]).map { $0 + $1 }
                let subscriptions = SubscriptionBag()
                for sum in sums + [total] {
                    sum.observe { _ in
                        let counts = stores.map(\.state.value.count)
                        log("\(Set(counts).count) \(total.value == counts[0] * 4)")
                    }
                    .store(in: subscriptions)
                }
                log.clear()
                for amount in 1...3 { dispatcher.dispatch(Add(amount: amount)) }
                expect(log.lines).to(equal(Array(repeating: "1 true", count: 15)))
            }
        }

        describe("a store that screens share") {
            /// What a screen does with it: shows, and goes.
            final class Screen {
                private(set) var shown: [Int] = []
                private let subscriptions = SubscriptionBag()
                private let shared: Store<CounterState>
                private let own: Store<Int>

                init(showing shared: Store<CounterState>) {
                    self.shared = shared
                    own = Store(0, on: shared.dispatcher) { $0.on(Add.self, after: [shared]) { $0 += $1.amount } }
                    combine(shared.state.select(\.count), own.state).observe { [weak self] in
                        self?.shown.append($0 + $1)
                    }
                    .store(in: subscriptions)
                }
            }

            it("tells each of them once a turn, and outlives them") {
                let shared = makeCounter(on: dispatcher)
                let first = Screen(showing: shared)
                var second: Screen? = Screen(showing: shared)
                dispatcher.dispatch(Add(amount: 2))
                expect(first.shown).to(equal([0, 4]))
                expect(second?.shown).to(equal([0, 4]))
                second = nil
                dispatcher.dispatch(Add(amount: 1))
                let third = Screen(showing: shared)
                expect(first.shown).to(equal([0, 4, 6]))
                expect(third.shown).to(equal([3]))
            }

            it("goes with the last of them") {
                weak var found: Store<CounterState>?
                var screens: [Screen] = []
                do {
                    let shared = makeCounter(on: dispatcher)
                    screens = [Screen(showing: shared), Screen(showing: shared)]
                    found = shared
                }
                screens.removeLast()
                expect(found == nil).to(beFalse())
                screens.removeLast()
                expect(found == nil).to(beTrue())
            }
        }
    }
}
