import MillraceFlux
import MillraceSignals
import MillraceSpecs

/// Law F7: given the same initial state and the same actions, the states are the same.
final class F7ReplaySpec: Spec {

    /// Sends random actions to two stores, one of which depends on the other, and notes their states after each.
    private func run(_ seed: UInt64, beside disturb: (Dispatcher, Store<CounterState>) -> [Any]) -> [[CounterState]] {
        var generator = SeededGenerator(seed: seed)
        let dispatcher = Dispatcher()
        let counter = makeCounter(on: dispatcher)
        let mirror = Store(CounterState(), on: dispatcher) { store in
            store.on(Add.self, after: [counter]) { state, action in
                state.count = counter.state.value.count &* 3 &- state.count
            }
            store.on(Clear.self) { state, _ in state = CounterState() }
        }
        let kept = disturb(dispatcher, counter)
        var states: [[CounterState]] = []
        for _ in 0..<100 {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: dispatcher.dispatch(Clear())
            case 1: dispatcher.dispatch(Rename(name: "\(Int.random(in: 0..<100, using: &generator))"))
            default: dispatcher.dispatch(Add(amount: Int.random(in: -9...9, using: &generator)))
            }
            states.append([counter.state.value, mirror.state.value])
        }
        withExtendedLifetime(kept) {}
        return states
    }

    func testSpec() {
        describe("F7: the same actions") {
            it("make the same states, whoever else registers or observes") {
                for seed in 0..<30 as Range<UInt64> {
                    let alone = self.run(seed) { _, _ in [] }
                    let inCompany = self.run(seed) { dispatcher, counter in
                        [
                            makeCounter(on: dispatcher),
                            dispatcher.register { _ in },
                            counter.state.observe { _ in },
                            counter.state.map(\.count).select { $0 % 2 }.observe { _ in },
                        ]
                    }
                    expect(inCompany).to(equal(alone))
                }
            }
        }
    }
}
