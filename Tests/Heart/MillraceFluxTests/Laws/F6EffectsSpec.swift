import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F6: effects are values that a handler returns: work with an identity and a policy, cancellable by identity,
/// cancelled with the store; their results come back as actions. On virtual time.
final class F6EffectsSpec: Spec {
    func testSpec() {
        var bench = EffectBench()
        beforeEach { bench = EffectBench() }

        describe("F6: an effect") {
            it("comes back as an action, when it is done") {
                bench.ask("a")
                bench.advance(milliseconds: 9)
                expect(bench.results).to(beEmpty())
                bench.advance(milliseconds: 1)
                expect(bench.results).to(equal(["a"]))
            }

            it("is a value that does nothing until a handler returns it") {
                let effect = Effect.run { Answer(name: "never") }
                let several: Effect = [effect, .cancel("work"), effect]
                bench.scheduler.run()
                expect(bench.results).to(beEmpty())
                expect("\(several)").to(equal("run; cancel \"work\"; run"))
                expect("\(Effect.run("a", .latest) { _ in })").to(equal("run \"a\", latest"))
                expect("\(Effect.none)").to(equal("none"))
            }

            it("begins only when the turn of its action is over") {
                let subscription = bench.store?.state.observe { _ in bench.log("told") }
                bench.store?.on(Ask.self) { _, _ in bench.log("handled") }
                bench.log.clear()
                bench.ask("a")
                expect(bench.log.lines).to(equal(["handled", "told"]))
                bench.advance()
                expect(bench.log.lines).to(equal(["handled", "told", "a begins"]))
                subscription?.cancel()
            }

            it("is cancelled by its identity: its task is told, and no action comes") {
                bench.ask("a")
                bench.advance(milliseconds: 5)
                bench.cancel()
                bench.advance()
                expect(bench.log.lines).to(equal(["a begins", "a is told"]))
                bench.scheduler.run()
                expect(bench.results).to(beEmpty())
            }

            it("is cancelled also before it has begun, and then never begins") {
                bench.ask("a")
                bench.cancel()
                bench.scheduler.run()
                expect(bench.log.lines).to(beEmpty())
                expect(bench.results).to(beEmpty())
            }

            it("is not cancelled with another identity") {
                bench.ask("a", id: "one")
                bench.ask("b", id: "two")
                bench.cancel("two")
                bench.scheduler.run()
                expect(bench.results).to(equal(["a"]))
            }

            it("without an identity runs beside all others, whatever the policy") {
                for policy in [OverlapPolicy.merge, .latest, .first, .concat] {
                    bench.ask("\(policy)", policy, id: nil)
                }
                bench.advance(milliseconds: 10)
                expect(bench.results).to(equal(["merge", "latest", "first", "concat"]))
            }

            it("shares its identity with others: one cancel ends all of them") {
                bench.ask("a", milliseconds: 10)
                bench.ask("b", milliseconds: 20)
                bench.ask("c", milliseconds: 30)
                bench.advance(milliseconds: 10)
                bench.cancel()
                bench.scheduler.run()
                expect(bench.results).to(equal(["a"]))
            }

            it("that is over may be cancelled, which does nothing, and asked for anew") {
                bench.ask("a")
                bench.scheduler.run()
                bench.cancel()
                bench.ask("b")
                bench.scheduler.run()
                expect(bench.results).to(equal(["a", "b"]))
            }
        }

        describe("F6: the policy") {
            func askThree(_ policy: OverlapPolicy) {
                for (name, milliseconds) in [("a", 30), ("b", 20), ("c", 10)] {
                    bench.ask(name, policy, milliseconds: milliseconds)
                    bench.advance(milliseconds: 1)
                }
                bench.scheduler.run()
            }

            it("merge: every one runs, side by side") {
                askThree(.merge)
                expect(bench.results).to(equal(["c", "b", "a"]))
            }

            it("latest: each cancels the one before") {
                askThree(.latest)
                expect(bench.results).to(equal(["c"]))
                expect(bench.log.lines).to(
                    equal(["a begins", "a is told", "b begins", "b is told", "c begins"])
                )
            }

            it("first: others are ignored while it is in flight") {
                askThree(.first)
                expect(bench.results).to(equal(["a"]))
                bench.ask("d", .first)
                bench.scheduler.run()
                expect(bench.results).to(equal(["a", "d"]))
            }

            it("first: one that has not begun yet wins as well") {
                bench.ask("a", .first)
                bench.ask("b", .first)
                bench.scheduler.run()
                expect(bench.results).to(equal(["a"]))
            }

            it("concat: one after the other, in order") {
                askThree(.concat)
                expect(bench.results).to(equal(["a", "b", "c"]))
                expect(bench.scheduler.now).to(equal(.milliseconds(60)))
            }

            it("concat: waits for all that came before, of whatever policy") {
                bench.ask("a", milliseconds: 10)
                bench.ask("b", milliseconds: 30)
                bench.ask("c", .concat, milliseconds: 5)
                bench.ask("d", milliseconds: 1)
                bench.scheduler.run()
                expect(bench.results).to(equal(["d", "a", "b", "c"]))
                expect(bench.scheduler.now).to(equal(.milliseconds(35)))
            }

            it("concurrent: up to the limit side by side, the others in order when one is over") {
                for (name, milliseconds) in [("a", 30), ("b", 10), ("c", 10), ("d", 5)] {
                    bench.ask(name, .concurrent(limit: 2), milliseconds: milliseconds)
                }
                bench.scheduler.run()
                expect(bench.results).to(equal(["b", "c", "d", "a"]))
                expect(bench.scheduler.now).to(equal(.milliseconds(30)))
                expect(bench.inFlight).to(equal(0))
            }

            it("concurrent: what waits begins in order, also behind one that must run alone") {
                bench.ask("a", milliseconds: 10)
                bench.ask("b", .concat, milliseconds: 10)
                for name in ["c", "d"] { bench.ask(name, .concurrent(limit: 3), milliseconds: 5) }
                bench.scheduler.run()
                expect(bench.results).to(equal(["a", "c", "d", "b"]))
                expect(bench.scheduler.now).to(equal(.milliseconds(20)))
            }

            it("concat: cancelling ends the one that runs and drops those that wait") {
                for name in ["a", "b", "c"] { bench.ask(name, .concat) }
                bench.advance(milliseconds: 15)
                bench.cancel()
                bench.ask("d", .concat)
                bench.scheduler.run()
                expect(bench.results).to(equal(["a", "d"]))
                expect(bench.log.lines).notTo(contain("c begins"))
            }

            it("latest: also cancels those that wait") {
                bench.ask("a", .concat)
                bench.ask("b", .concat)
                bench.ask("c", .latest)
                bench.scheduler.run()
                expect(bench.results).to(equal(["c"]))
            }

            it("holds for each identity by itself") {
                bench.ask("a", .latest, id: "one")
                bench.ask("b", .latest, id: "two")
                bench.ask("c", .latest, id: "one")
                bench.scheduler.run()
                expect(bench.results).to(equal(["b", "c"]))
            }
        }

        describe("F6: an identity") {
            it("means something in its own store only") {
                let other = bench.makeStore()
                bench.dispatcher.dispatch(Ask(name: "a"), to: other)
                bench.dispatcher.dispatch(Ask(name: "b"), to: bench.store!)
                bench.dispatcher.dispatch(Ask(name: "c", policy: .latest), to: bench.store!)
                bench.scheduler.run()
                expect(other.state.value).to(equal(["a"]))
                expect(bench.results).to(equal(["c"]))
                bench.dispatcher.dispatch(Ask(name: "d"))
                bench.dispatcher.dispatch(Cancel(), to: bench.store!)
                bench.scheduler.run()
                expect(other.state.value).to(equal(["a", "d"]))
                expect(bench.results).to(equal(["c", "d"]))
            }

            it("is told apart from one of another type") {
                struct Left: Hashable {}
                struct Right: Hashable {}
                let dispatcher = bench.dispatcher
                let store = Store([String](), on: dispatcher) { store in
                    store.on(Add.self) { _, _ in
                        [.run(Left()) { Answer(name: "left") }, .run(Right()) { Answer(name: "right") }]
                    }
                    store.on(Clear.self) { _, _ in .cancel(Left()) }
                    store.on(Answer.self) { state, action in state.append(action.name) }
                }
                dispatcher.dispatch(Add())
                dispatcher.dispatch(Clear())
                bench.scheduler.run()
                expect(store.state.value).to(equal(["right"]))
            }
        }

        describe("F6: a store that goes") {
            it("takes its effects along: they are told, and nothing comes of them") {
                let witness = Store(0, on: bench.dispatcher) { $0.on(Answer.self) { count, _ in count += 1 } }
                bench.ask("a")
                bench.ask("b", .concat)
                bench.advance(milliseconds: 5)
                bench.drop()
                bench.scheduler.run()
                expect(bench.log.lines).to(equal(["a begins", "a is told"]))
                expect(witness.state.value).to(equal(0))
            }

            it("takes along also those that have not begun") {
                bench.ask("a")
                bench.drop()
                bench.scheduler.run()
                expect(bench.log.lines).to(beEmpty())
            }

            it("may be unregistered instead of released") {
                bench.ask("a")
                bench.advance()
                bench.dispatcher.unregister(bench.store!.registration)
                bench.scheduler.run()
                expect(bench.log.lines).to(equal(["a begins", "a is told"]))
                expect(bench.inFlight).to(equal(0))
            }

            it("counts none in flight for who still looks") {
                let inFlight = bench.store!.effectsInFlight
                bench.ask("a")
                bench.ask("b", .concat)
                bench.advance()
                expect(inFlight.value).to(equal(2))
                bench.drop()
                bench.scheduler.run()
                expect(inFlight.value).to(equal(0))
            }
        }
    }
}
