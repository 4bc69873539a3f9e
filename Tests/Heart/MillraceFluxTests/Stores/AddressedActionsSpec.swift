import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Actions for one store alone: `dispatch(_:to:)`.
final class AddressedActionsSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var log = Log()
        beforeEach {
            dispatcher = Dispatcher()
            log = Log()
        }

        describe("an addressed action") {
            it("reaches the handlers of its store alone, in their order") {
                let (left, right) = (makeCounter(on: dispatcher), makeCounter(on: dispatcher))
                left.on(Add.self) { state, _ in state.name += "!" }
                left.on(Add.self) { state, _ in state.name += "?" }
                dispatcher.dispatch(Add(amount: 2), to: left)
                expect(left.state.value).to(equal(CounterState(count: 2, name: "!?", added: [2])))
                expect(right.state.value).to(equal(CounterState()))
                dispatcher.dispatch(Add(amount: 3))
                expect(left.state.value.count).to(equal(5))
                expect(right.state.value.count).to(equal(3))
            }

            it("is a turn, which is over on return") {
                let (left, right) = (makeCounter(on: dispatcher), makeCounter(on: dispatcher))
                let sum = combine(left.state, right.state).map { $0.count + $1.count }
                let subscription = sum.observe { log("\($0)") }
                dispatcher.dispatch(Add(amount: 2), to: left)
                dispatcher.dispatch(Add(amount: 3), to: right)
                expect(log.lines).to(equal(["0", "2", "5"]))
                subscription.cancel()
            }

            it("waits in mid-turn, in order with the others") {
                let (left, right) = (makeCounter(on: dispatcher), makeCounter(on: dispatcher))
                let subscription = left.state.observe { state in
                    log("\(state.count)")
                    guard state.count == 1 else { return }
                    dispatcher.dispatch(Add(amount: 10), to: left)
                    dispatcher.dispatch(Add(amount: 100))
                    dispatcher.dispatch(Add(amount: 1_000), to: right)
                    expect(left.state.value.count).to(equal(1))
                }
                dispatcher.dispatch(Add(), to: left)
                expect(log.lines).to(equal(["0", "1", "11", "111"]))
                expect(right.state.value.added).to(equal([100, 1_000]))
                subscription.cancel()
            }

            it("that waits is dropped when its store goes meanwhile") {
                var other: Store<Int>? = Store(0, on: dispatcher) { $0.on(Clear.self) { _, _ in log("handled") } }
                let counter = makeCounter(on: dispatcher)
                let subscription = counter.state.observe {
                    guard $0.count == 1, let found = other else { return }
                    dispatcher.dispatch(Clear(), to: found)
                    other = nil
                }
                dispatcher.dispatch(Add())
                expect(log.lines).to(beEmpty())
                subscription.cancel()
            }

            it("leaves a store as it is that does not handle its type, or nothing") {
                let (counter, silent) = (makeCounter(on: dispatcher), Store(0, on: dispatcher))
                let subscription = counter.state.observe { _ in log("told") }
                dispatcher.dispatch(Clear(), to: counter)
                dispatcher.dispatch(Clear(), to: silent)
                expect(log.lines).to(equal(["told"]))
                subscription.cancel()
            }

            it("does not reach callbacks, which are for what all may hear") {
                let counter = makeCounter(on: dispatcher)
                keep(dispatcher.register { log("\($0)") })
                dispatcher.dispatch(Add(), to: counter)
                expect(log.lines).to(beEmpty())
            }

            it("does not call the stores that its store comes after") {
                let first = makeCounter(on: dispatcher)
                let second = Store(0, on: dispatcher) { store in
                    store.on(Add.self, after: [first]) { state, action in state += action.amount }
                }
                dispatcher.dispatch(Add(), to: second)
                expect(first.state.value.count).to(equal(0))
                expect(second.state.value).to(equal(1))
            }

            it("reaches handlers that were registered after the first one, and of many types") {
                let counter = makeCounter(on: dispatcher)
                dispatcher.dispatch(Add(), to: counter)
                counter.on(Add.self) { state, _ in state.name += "late" }
                counter.on(Clear.self) { state, _ in state = CounterState() }
                dispatcher.dispatch(Add(), to: counter)
                expect(counter.state.value.name).to(equal("late"))
                dispatcher.dispatch(Clear(), to: counter)
                expect(counter.state.value).to(equal(CounterState()))
            }
        }

        describe("an effect") {
            /// A feature that asks, and hears what comes of it.
            func makeAsker(on dispatcher: Dispatcher, name: String) -> Store<[String]> {
                Store([], on: dispatcher, name: name) { store in
                    store.on(Rename.self) { _, action in
                        .run("work", .latest) { Answer(name: "\(action.name) in \(name)") }
                    }
                    store.on(Add.self) { _, _ in .run { send in send.toAll(Answer(name: name)) } }
                    store.on(Answer.self) { state, action in state.append(action.name) }
                }
            }

            it("answers to its store alone where it was asked for by an addressed action, and else to all") {
                let scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                let (left, right) = (makeAsker(on: dispatcher, name: "l"), makeAsker(on: dispatcher, name: "r"))
                dispatcher.dispatch(Rename(name: "a"), to: left)
                dispatcher.dispatch(Rename(name: "b"), to: right)
                scheduler.run()
                expect(left.state.value).to(equal(["a in l"]))
                expect(right.state.value).to(equal(["b in r"]))
                dispatcher.dispatch(Rename(name: "c"))
                scheduler.run()
                expect(left.state.value).to(equal(["a in l", "c in l", "c in r"]))
                expect(right.state.value).to(equal(["b in r", "c in l", "c in r"]))
            }

            it("may answer to all, or to another store, whoever asked") {
                let scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                let (left, right) = (makeAsker(on: dispatcher, name: "l"), makeAsker(on: dispatcher, name: "r"))
                let asker = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .run { send in send(Answer(name: "for r"), to: right) } }
                }
                dispatcher.dispatch(Add(), to: left)
                dispatcher.dispatch(Clear(), to: asker)
                scheduler.run()
                expect(left.state.value).to(equal(["l"]))
                expect(right.state.value).to(equal(["l", "for r"]))
            }

            it("that waited for the end of the turn remembers who asked") {
                let scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                let (left, right) = (makeAsker(on: dispatcher, name: "l"), makeAsker(on: dispatcher, name: "r"))
                let subscription = left.state.observe {
                    if $0.count == 1 { dispatcher.dispatch(Rename(name: "a"), to: right) }
                }
                dispatcher.dispatch(Answer(name: "x"), to: left)
                scheduler.run()
                expect(left.state.value).to(equal(["x"]))
                expect(right.state.value).to(equal(["a in r"]))
                subscription.cancel()
            }
        }
    }
}
