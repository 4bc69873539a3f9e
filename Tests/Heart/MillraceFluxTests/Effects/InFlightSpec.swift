import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Which effects are in flight, asked by their identity.
final class InFlightSpec: Spec {
    func testSpec() {
        @TestState var bench = EffectBench()

        /// What is told of effects of an identity.
        func told(_ id: String = "work", _ body: () -> Void) -> [Bool] {
            var told: [Bool] = []
            let subscription = bench.store?.isInFlight(id).observe { told.append($0) }
            body()
            subscription?.cancel()
            return told
        }

        describe("an effect's being in flight") {
            it("is told from the turn of its action to that in which it ends") {
                var states: [String] = []
                let seen = told {
                    let subscription = bench.store.map { store in
                        combine(store.isInFlight("work"), store.state).observe { states.append("\($0) \($1)") }
                    }
                    bench.ask("a")
                    bench.advance(milliseconds: 10)
                    subscription?.cancel()
                }
                expect(seen) == [false, true, false]
                expect(states) == ["false []", "true []", "false [\"a\"]"]
            }

            it("is not told again where one takes another's place, or comes beside it") {
                let seen = told {
                    bench.ask("a")
                    bench.ask("b", .latest)
                    bench.ask("c")
                    bench.advance(milliseconds: 10)
                }
                expect(seen) == [false, true, false]
            }

            it("is not told where it begins and is cancelled in one batch") {
                let seen = told {
                    batch {
                        bench.ask("a")
                        bench.cancel()
                    }
                }
                expect(seen) == [false]
            }

            it("is that of its identity alone") {
                let seen = told("other") {
                    bench.ask("a")
                    bench.ask("b", id: nil)
                    bench.advance(milliseconds: 10)
                }
                expect(seen) == [false]
                expect(told("other") { bench.ask("c", id: "other") }) == [false, true]
            }

            it("lasts while others of the identity wait for their turn") {
                let seen = told {
                    bench.ask("a", .concat)
                    bench.ask("b", .concat)
                    bench.advance(milliseconds: 10)
                    expect(bench.results) == ["a"]
                    bench.advance(milliseconds: 10)
                }
                expect(seen) == [false, true, false]
            }

            it("ends when it is cancelled") {
                let seen = told {
                    bench.ask("a")
                    bench.cancel()
                }
                expect(seen) == [false, true, false]
            }

            it("is not kept up by an endless effect of another identity") {
                struct Follow: Action {}
                let news = Emitter<String>()
                bench.store?.on(Follow.self) { _, _ in .observe(news, as: "news") { Answer(name: $0) } }
                bench.dispatcher.dispatch(Follow())
                let seen = told {
                    bench.ask("a")
                    bench.advance(milliseconds: 10)
                }
                expect(seen) == [false, true, false]
                expect(bench.inFlight) == 1
                expect(bench.store?.isInFlight("news").value) == true
            }

            it("is read, also by who asks only when it is, and by what derives from it") {
                bench.ask("a")
                let isBusy = bench.store?.isInFlight("work")
                let text = isBusy?.map { $0 ? "busy" : "idle" }
                expect(isBusy?.value) == true
                expect(text?.value) == "busy"
                bench.advance(milliseconds: 10)
                expect(isBusy?.value) == false
                expect(text?.value) == "idle"
            }

            it("is over when the store has gone") {
                bench.ask("a")
                let isBusy = bench.store?.isInFlight("work")
                let count = bench.store?.effectsInFlight
                bench.drop()
                bench.advance()
                expect(isBusy?.value) == false
                expect(count?.value) == 0
            }

            it("is over when the store has gone in the turn of the action") {
                let isBusy = bench.store?.isInFlight("work")
                let count = bench.store?.effectsInFlight
                keep(bench.dispatcher.register { _ in bench.drop() })
                bench.ask("a")
                expect(isBusy?.value) == false
                expect(count?.value) == 0
            }

            it("stays told where thousands of identities were asked for in passing") {
                let kept = bench.store?.isInFlight("row 7")
                var told: [Bool] = []
                let subscription = bench.store?.isInFlight("row 8").observe { told.append($0) }
                for row in 0..<5_000 { _ = bench.store?.isInFlight("row \(row)").value }
                bench.ask("a", id: "row 7")
                bench.ask("b", id: "row 8")
                expect(kept?.value) == true
                expect(told) == [false, true]
                subscription?.cancel()
            }

            it("keeps nothing alive") {
                expect {
                    let bench = EffectBench()
                    let isBusy = bench.store?.isInFlight("work")
                    isBusy?.observe { _ in }.cancel()
                    bench.ask("a")
                    bench.advance(milliseconds: 10)
                }.to(leakNothing())
            }
        }
    }
}
