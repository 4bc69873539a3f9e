import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

final class MiddlewareDecisionSpec: Spec {
    func testSpec() {
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
    }
}
