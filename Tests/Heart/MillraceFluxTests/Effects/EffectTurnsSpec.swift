import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Effects and turns: when they begin, what the number in flight says, and actions that meet in one turn.
final class EffectTurnsSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var log = Log()
        var subscriptions = SubscriptionBag()
        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher(on: scheduler)
            log = Log()
            subscriptions = SubscriptionBag()
        }

        describe("effects that wait") {
            it("begin in their order, past those of the same identity that did not wait") {
                let bench = EffectBench()
                for name in ["a", "b", "c"] { bench.ask(name, .concurrent(limit: 2)) }
                bench.ask("d", .merge, milliseconds: 100)
                bench.ask("e", .concurrent(limit: 2))
                bench.scheduler.run()
                expect(bench.results).to(equal(["a", "b", "c", "e", "d"]))
            }

            it("are no cycle, however many there are, also if each ends at once and asks for another one") {
                let store = Store(0, on: dispatcher) { store in
                    store.on(Rename.self) { _, _ in .observe(.just(1), as: "queue", .concat) { _ in Add() } }
                    store.on(Add.self) { count, _ in
                        count += 1
                        return .observe(.just(1)) { _ in Clear() }
                    }
                    store.on(Clear.self) { count, _ in count += 1 }
                }
                batch { for _ in 0..<12_000 { dispatcher.dispatch(Rename(name: "")) } }
                expect(store.state.value).to(equal(24_000))
            }

            it("are no cycle where something takes its time between them, however often they ask for each other") {
                let store = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { count, _ in
                        count += 1
                        return [
                            .run("queue", .concat, after: .milliseconds(1)) { _ in },
                            .observe(.just(1), as: "queue", .concat) { _ in Add() },
                        ]
                    }
                }
                dispatcher.dispatch(Add())
                scheduler.advance(by: .seconds(11))
                expect(store.state.value).to(beGreaterThan(10_500))
            }
        }

        describe("the number of effects in flight") {
            it("changes in the turn of the action that asks for one, together with the state") {
                let store = Store("", on: dispatcher) { store in
                    store.on(Rename.self) { state, action in
                        state = action.name
                        return .run { Answer(name: action.name) }
                    }
                }
                combine(store.state, store.effectsInFlight).observe { log("\($0) \($1)") }.store(in: subscriptions)
                dispatcher.dispatch(Rename(name: "a"))
                expect(log.lines).to(equal([" 0", "a 1"]))
            }

            it("changes back in the turn of the action that an effect returns") {
                let bench = EffectBench()
                combine(bench.store!.state, bench.store!.effectsInFlight).observe { log("\($0.count) \($1)") }
                    .store(in: subscriptions)
                bench.ask("a")
                bench.scheduler.run()
                expect(log.lines).to(equal(["0 0", "0 1", "1 0"]))
            }

            it("changes back in the turn of the action that an error becomes") {
                let store = Store("", on: dispatcher) { store in
                    store.on(Add.self) { _, _ in
                        .run {
                            throw Failing()
                        } catching: {
                            Rename(name: "\($0)")
                        }
                    }
                    store.on(Rename.self) { state, action in state = action.name }
                }
                combine(store.state, store.effectsInFlight).observe { log("\($0) \($1)") }.store(in: subscriptions)
                dispatcher.dispatch(Add())
                scheduler.run()
                expect(log.lines).to(equal([" 0", " 1", "Failing() 0"]))
            }

            it("is told once where an effect takes the place of another") {
                let bench = EffectBench()
                bench.store!.effectsInFlight.observe { log("\($0)") }.store(in: subscriptions)
                for name in ["a", "b", "c"] { bench.ask(name, .latest) }
                bench.scheduler.run()
                expect(log.lines).to(equal(["0", "1", "0"]))
            }

            it("counts those that wait") {
                let bench = EffectBench()
                for name in ["a", "b", "c"] { bench.ask(name, .concat) }
                bench.store!.effectsInFlight.observe { log("\($0)") }.store(in: subscriptions)
                bench.scheduler.run()
                expect(log.lines).to(equal(["3", "2", "1", "0"]))
            }

            it("is of each store by itself") {
                let bench = EffectBench()
                let other = bench.makeStore()
                bench.dispatcher.dispatch(Ask(name: "a"), to: other)
                expect(bench.inFlight).to(equal(0))
                expect(other.effectsInFlight.value).to(equal(1))
            }
        }

        describe("an effect that answers at once") {
            it("does so after the turn, in a turn of its own for each action") {
                let values = Signal<Int> { callback in
                    for value in 1...3 { callback.send(value) }
                    callback.finish()
                    return {}
                }
                let store = Store([Int](), on: dispatcher) { store in
                    store.on(Clear.self) { state, _ in
                        state = [0]
                        return .observe(values) { Add(amount: $0) }
                    }
                    store.on(Add.self) { state, action in state.append(action.amount) }
                }
                store.state.observe { log("\($0)") }.store(in: subscriptions)
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["[]", "[0]", "[0, 1]", "[0, 1, 2]", "[0, 1, 2, 3]"]))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("does not when the same handler cancels it") {
                let store = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in
                        [.observe(Variable(1), as: "it") { Add(amount: $0) }, .cancel("it")]
                    }
                    store.on(Add.self) { state, action in state += action.amount }
                }
                dispatcher.dispatch(Clear())
                expect(store.state.value).to(equal(0))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("begins after the observers, and before what they dispatch") {
                let store = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { state, action in
                        state += action.amount
                        return action.amount == 1 ? .observe(Variable(10)) { Add(amount: $0) } : .none
                    }
                }
                store.state.observe {
                    log("\($0)")
                    if $0 == 1 { dispatcher.dispatch(Add(amount: 100)) }
                }
                .store(in: subscriptions)
                dispatcher.dispatch(Add())
                // The answer was asked for while the effect began, the observer's action in the turn before that.
                expect(log.lines).to(equal(["0", "1", "101", "111"]))
            }
        }

        describe("an action of an effect that comes in mid-turn") {
            it("waits for the end of the turn, as any") {
                let price = Variable(0)
                let store = Store([Int](), on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .observe(price) { Add(amount: $0) } }
                    store.on(Add.self) { state, action in state.append(action.amount) }
                }
                dispatcher.dispatch(Clear())
                price.observe { log("price \($0), store \(store.state.value)") }.store(in: subscriptions)
                store.state.observe { log("store \($0)") }.store(in: subscriptions)
                log.clear()
                price.value = 1
                expect(log.lines).to(equal(["price 1, store [0]", "store [0, 1]"]))
            }

            it("is dropped where the effect is cancelled while it waits") {
                let price = Variable(0)
                let store = Store([Int](), on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .observe(price, as: "price") { Add(amount: $0) } }
                    store.on(Add.self) { state, action in state.append(action.amount) }
                    store.on(Cancel.self) { _, action in .cancel(action.id) }
                }
                price.observe { if $0 == 1 { dispatcher.dispatch(Cancel(id: "price")) } }.store(in: subscriptions)
                dispatcher.dispatch(Clear())
                price.value = 1
                expect(store.state.value).to(equal([0]))
            }

            it("is dropped where the store goes while it waits") {
                let price = Variable(0)
                let witness = Store([Int](), on: dispatcher) { store in
                    store.on(Add.self) { state, action in state.append(action.amount) }
                }
                var store: Store<Int>? = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .observe(price) { Add(amount: $0) } }
                }
                dispatcher.dispatch(Clear())
                price.observe { if $0 == 1 { store = nil } }.store(in: subscriptions)
                price.value = 1
                expect(witness.state.value).to(equal([0]))
                expect(store).to(beNil())
            }
        }

        describe("in a batch") {
            it("effects begin when the batch is over") {
                let bench = EffectBench()
                let store = Store(0, on: dispatcher) { store in
                    store.on(Clear.self) { _, _ in .observe(Variable(10)) { Add(amount: $0) } }
                    store.on(Add.self) { state, action in state += action.amount }
                }
                batch {
                    bench.ask("a")
                    dispatcher.dispatch(Clear())
                    log("\(store.state.value) \(bench.inFlight)")
                }
                log("\(store.state.value)")
                expect(log.lines).to(equal(["0 1", "10"]))
            }
        }

        describe("actions that answer each other") {
            it("go round through effects as often as they like, without a growing stack") {
                let store = Store(0, on: dispatcher) { store in
                    store.on(Add.self) { count, action in
                        count += 1
                        return count < 20_000 ? .run { Add() } : .none
                    }
                }
                dispatcher.dispatch(Add())
                for _ in 0..<20_000 where store.state.value < 20_000 { scheduler.advance() }
                expect(store.state.value).to(equal(20_000))
                expect(store.effectsInFlight.value).to(equal(0))
            }

            it("may ask anew for the effect that has answered, which then counts as over") {
                let store = Store([Int](), on: dispatcher) { store in
                    store.on(Add.self) { state, action in
                        state.append(action.amount)
                        return action.amount < 3 ? .run("poll", .first) { Add(amount: action.amount + 1) } : .none
                    }
                }
                dispatcher.dispatch(Add(amount: 1))
                for _ in 0..<5 { scheduler.advance() }
                expect(store.state.value).to(equal([1, 2, 3]))
            }

            it("of several stores: each in order, and no store sees half a turn") {
                let first = Store([String](), on: dispatcher) { store in
                    store.on(Add.self) { state, action in
                        state.append("add \(action.amount)")
                        return .run { send in
                            send(Rename(name: "first \(action.amount)"))
                            send(Rename(name: "second \(action.amount)"))
                        }
                    }
                    store.on(Rename.self) { state, action in state.append(action.name) }
                }
                let second = Store([String](), on: dispatcher) { store in
                    store.on(Rename.self, after: [first]) { state, _ in state = first.state.value }
                }
                combine(first.state, second.state).observe { first, second in
                    if first.last?.hasPrefix("add") == false { log("\(first == second)") }
                }
                .store(in: subscriptions)
                for amount in 1...2 { dispatcher.dispatch(Add(amount: amount)) }
                scheduler.run()
                expect(first.state.value).to(
                    equal(["add 1", "add 2", "first 1", "second 1", "first 2", "second 2"])
                )
                expect(log.lines).to(equal(["true", "true", "true", "true"]))
            }
        }
    }
}
