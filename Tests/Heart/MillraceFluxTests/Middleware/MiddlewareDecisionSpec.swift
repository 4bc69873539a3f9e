import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

final class MiddlewareDecisionSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()

        /// Installs a middleware that decides about additions of 1, and one behind it that notes what it sees.
        func install(_ passage: Middleware.Decision) {
            dispatcher.install(
                .stub(decide: { action in
                    log("\(action)")
                    return (action as? Add)?.amount == 1 ? passage : .pass
                })
            )
            dispatcher.install(.stub("behind:", noting: log))
        }

        beforeEach {
            scheduler = TestScheduler()
            dispatcher = Dispatcher()
            counter = makeCounter(on: dispatcher)
            log = Log()
        }

        describe("an action that a middleware passes") {
            it("reaches the next, and the stores") {
                install(.pass)
                dispatcher.dispatch(Add())
                expect(log.lines).to(
                    equal(["Add(amount: 1)", "behind: before Add(amount: 1)", "behind: after Add(amount: 1)"])
                )
                expect(counter.state.value.count).to(equal(1))
            }
        }

        describe("an action that a middleware drops") {
            it("reaches neither the next nor the stores, and nobody is told") {
                install(.drop)
                dispatcher.dispatch(Add())
                expect(log.lines).to(equal(["Add(amount: 1)"]))
                expect(counter.state.value.count).to(equal(0))
            }
        }

        describe("an action that a middleware replaces") {
            it("goes on as the other, to the next") {
                install(.replace(by: Rename(name: "one")))
                dispatcher.dispatch(Add())
                expect(log.lines).to(
                    equal([
                        "Add(amount: 1)", "behind: before Rename(name: \"one\")", "behind: after Rename(name: \"one\")",
                    ])
                )
                expect(counter.state.value).to(equal(CounterState(name: "one")))
            }
        }

        describe("an action that a middleware delays") {
            beforeEach {
                install(.delay(by: .milliseconds(10), on: scheduler))
                dispatcher.dispatch(Add())
            }

            it("goes on to the next at its time, in a turn of its own, and is not asked about again") {
                dispatcher.dispatch(Add(amount: 2))
                scheduler.advance(by: .milliseconds(9))
                expect(counter.state.value.added).to(equal([2]))
                log.clear()
                scheduler.advance(by: .milliseconds(1))
                expect(counter.state.value.added).to(equal([2, 1]))
                expect(log.lines).to(equal(["behind: before Add(amount: 1)", "behind: after Add(amount: 1)"]))
            }

            it("waits for the end of a turn that is running then") {
                var answered = false
                keep(
                    counter.state.observe {
                        guard $0.count == 2, !answered else { return }
                        answered = true
                        scheduler.advance(by: .milliseconds(10))
                        log("still \(counter.state.value.count)")
                    }
                )
                dispatcher.dispatch(Add(amount: 2))
                expect(log.lines).to(contain("still 2"))
                expect(counter.state.value.count).to(equal(3))
            }

            it("is dropped if the dispatcher is gone by then") {
                weak let gone = dispatcher
                dispatcher = Dispatcher()
                counter = makeCounter(on: dispatcher)
                expect(gone).to(beNil())
                log.clear()
                scheduler.advance(by: .seconds(1))
                expect(log.lines).to(beEmpty())
            }
        }
    }
}
