import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F7: given the same initial state and the same actions, the states are the same.
final class F7ReplaySpec: Spec {
    private typealias Counter = Store<CounterState>

    /// Two stores, one of which depends on the other.
    private func makeStores(on dispatcher: Dispatcher) -> (counter: Counter, mirror: Counter) {
        let counter = makeCounter(on: dispatcher, name: "counter")
        let mirror = Store(CounterState(), on: dispatcher, name: "mirror") { store in
            store.on(Add.self, after: [counter]) { state, action in
                state.count = counter.state.value.count &* 3 &- state.count
            }
            store.on(Clear.self) { state, _ in state = CounterState() }
        }
        return (counter, mirror)
    }

    /// Sends random actions to two stores, and notes their states after each.
    private func run(_ seed: UInt64, beside disturb: (Counter, Counter) -> [Any]) -> [[CounterState]] {
        var generator = SeededGenerator(seed: seed)
        let dispatcher = Dispatcher()
        let (counter, mirror) = makeStores(on: dispatcher)
        let kept = disturb(counter, mirror)
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

    /// A store that notes what its effects bring back, in the order in which they do.
    private func makeAsker(
        on dispatcher: Dispatcher,
        _ wait: @escaping () async throws -> Void
    ) -> Store<CounterState> {
        Store(CounterState(), on: dispatcher, name: "asker") { store in
            store.on(Rename.self) { state, action in
                state.name = action.name
                return .run {
                    try await wait()
                    return Add(amount: Int(action.name) ?? -1)
                }
            }
            store.on(Add.self) { state, action in state.added.append(action.amount) }
        }
    }

    func testSpec() {

        describe("F7: the same actions") {
            it("make the same states, whoever else registers or observes") {
                for seed in Programs.some(of: 0..<30 as Range<UInt64>) {
                    let alone = self.run(seed) { _, _ in [] }
                    let inCompany = self.run(seed) { counter, _ in
                        [
                            makeCounter(on: counter.dispatcher),
                            counter.dispatcher.register { _ in },
                            counter.state.observe { _ in },
                            counter.state.map(\.count).select { $0 % 2 }.observe { _ in },
                        ]
                    }
                    expect(inCompany).to(equal(alone))
                }
            }

            it("make the same states when they are recorded and replayed") {
                for seed in Programs.some(of: 0..<30 as Range<UInt64>) {
                    let tape = Tape()
                    let states = self.run(seed) { counter, mirror in
                        let dispatcher = counter.dispatcher
                        return [ActionRecorder(digesting: counter, mirror, on: dispatcher, to: tape.write)]
                    }
                    let recording = try ActionRecording(tape.data)
                    let dispatcher = Dispatcher()
                    let (counter, mirror) = self.makeStores(on: dispatcher)
                    expect(recording.count).to(equal(100))
                    expect(recording.replay(to: counter, mirror, on: dispatcher)).to(equal(.same(turns: 100)))
                    expect([counter.state.value, mirror.state.value]).to(equal(states.last))
                }
            }

            it("make the same states with effects that came back in whatever order, which stay off in the replay") {
                for seed in Programs.some(of: 0..<30 as Range<UInt64>) {
                    var generator = SeededGenerator(seed: seed)
                    let (scheduler, tape) = (TestScheduler(), Tape())
                    let store = self.makeAsker(on: Dispatcher(on: scheduler)) {
                        try await scheduler.sleep(for: .milliseconds(Int.random(in: 1...20, using: &generator)))
                    }
                    let recorder = ActionRecorder(digesting: store, on: store.dispatcher, to: tape.write)
                    for number in 0..<20 {
                        store.dispatcher.dispatch(Rename(name: "\(number)"))
                        scheduler.advance(by: .milliseconds(3))
                    }
                    scheduler.run()
                    expect(store.state.value.added).to(haveCount(20))

                    let fresh = self.makeAsker(on: Dispatcher(on: scheduler)) { fail("an effect has begun") }
                    let recording = try ActionRecording(tape.data)
                    expect(recording.replay(to: fresh, on: fresh.dispatcher)).to(equal(.same(turns: 40)))
                    scheduler.run()
                    expect(fresh.state.value).to(equal(store.state.value))
                    expect(fresh.effectsInFlight.value).to(equal(0))
                    withExtendedLifetime(recorder) {}
                }
            }
        }
    }
}
