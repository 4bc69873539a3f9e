import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F5: what a handler may read of other stores. What it must not traps: see `F5ReadingTrapTests`.
final class F5ReadingSpec: Spec {
    func testSpec() {
        var dispatcher: Dispatcher!
        var reader: Store<Int>!
        var other: Store<Int>!
        beforeEach {
            dispatcher = Dispatcher()
            reader = Store(0, on: dispatcher, name: "reader")
            other = Store(0, on: dispatcher, name: "other")
        }
        afterEach { (dispatcher, reader, other) = (nil, nil, nil) }

        func count(_ store: Store<Int>) {
            store.on(Add.self) { state, action in state += action.amount }
        }

        describe("F5: a handler reads another store") {
            it("that it comes after, and what derives from it, observed or not") {
                let doubled = other.state.map { $0 * 2 }
                let observed = other.state.map { $0 * 3 }
                let subscription = observed.observe { _ in }
                reader.on(Add.self, after: [other]) { state, _ in
                    state = other.state.value + doubled.value + observed.value
                }
                count(other)
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 6
                subscription.cancel()
            }

            it("that has handled the action already, in the order of registration") {
                count(other)
                reader.on(Add.self) { state, _ in state = other.state.value }
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 1
            }

            it("that does not handle the action, or is on another dispatcher") {
                let stranger = Store(5, on: Dispatcher()) { store in count(store) }
                other.on(Clear.self) { state, _ in state = 0 }
                reader.on(Add.self) { state, _ in state = other.state.value + stranger.state.value }
                reader.on(Add.self) { state, _ in state += 1 }
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 6
            }

            it("that does not get the action, since that is addressed") {
                reader.on(Add.self) { state, _ in state = other.state.value - 1 }
                count(other)
                dispatcher.dispatch(Add(), to: reader)
                expect(reader.state.value) == -1
            }

            it("after it has waited for it, also for several handlers") {
                var seen = 0
                keep(
                    dispatcher.register { _ in
                        dispatcher.waitFor([other.registration])
                        seen = other.state.value
                    }
                )
                count(other)
                count(other)
                dispatcher.dispatch(Add())
                expect(seen) == 2
            }

            it("that a store which it waits for comes after") {
                var seen: [Int] = []
                keep(
                    dispatcher.register { _ in
                        dispatcher.waitFor([reader.registration])
                        seen = [reader.state.value, other.state.value]
                    }
                )
                reader.on(Add.self, after: [other]) { state, _ in state = other.state.value }
                count(other)
                dispatcher.dispatch(Add(amount: 4))
                expect(seen) == [4, 4]
            }

            it("that was unregistered before its turn came") {
                reader.on(Add.self) { state, _ in
                    dispatcher.unregister(other.registration)
                    state = other.state.value + 7
                }
                count(other)
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 7
                expect(other.state.value) == 0
            }

            it("that has been released before its turn came") {
                let state = other.state
                reader.on(Add.self) { count, _ in
                    other = nil
                    count = state.value + 7
                }
                count(other)
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 7
                expect(state.value) == 0
            }

            it("that begins to handle the action meanwhile") {
                var late: Store<Int>?
                reader.on(Add.self) { state, _ in
                    if late == nil { late = Store(5, on: dispatcher) { store in count(store) } }
                    state = late?.state.value ?? 0
                }
                count(reader)
                dispatcher.dispatch(Add())
                expect(reader.state.value) == 6
            }
        }

        describe("F5: the state of a store") {
            it("is read by observers, and in a batch when the dispatch has returned") {
                var seen: [Int] = []
                let subscription = reader.state.observe { _ in seen.append(other.state.value) }
                count(reader)
                count(other)
                batch {
                    dispatcher.dispatch(Add())
                    expect(other.state.value) == 1
                }
                expect(seen) == [0, 1]
                subscription.cancel()
            }

            it("is readable again when a store has gone in mid-dispatch") {
                let state = other.state
                reader.on(Add.self) { _, _ in other = nil }
                count(other)
                dispatcher.dispatch(Add())
                count(reader)
                dispatcher.dispatch(Add())
                expect(state.value) == 0
            }

            it("is read by middleware before and after") {
                var seen: [Int] = []
                dispatcher.install(
                    .stub(
                        wantsFormerStates: true,
                        decide: { _ in
                            seen.append(other.state.value)
                            return .pass
                        },
                        handled: { handled in
                            seen += handled.calls.compactMap { $0.formerState as? Int }
                            seen.append(other.state.value)
                        }
                    )
                )
                reader.on(Add.self, after: [other]) { state, _ in state = other.state.value + 10 }
                count(other)
                count(other)
                dispatcher.dispatch(Add())
                expect(seen) == [0, 0, 0, 2]
                expect(reader.state.value) == 12
            }
        }
    }
}
