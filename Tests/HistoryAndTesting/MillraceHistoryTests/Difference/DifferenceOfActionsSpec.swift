import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

/// What an action has changed, in words.
final class DifferenceOfActionsSpec: Spec {
    func testSpec() {
        var dispatcher = Dispatcher()
        var counter = makeCounter(on: dispatcher)
        var log = Log()

        beforeEach {
            dispatcher = Dispatcher(on: TestScheduler())
            counter = makeCounter(on: dispatcher, name: "counter")
            log = Log()
        }
        afterEach { withExtendedLifetime(counter) {} }

        describe("a logger") {
            it("writes what is different now, where that is asked for") {
                dispatcher.install(.actionLogger(showing: .difference) { log($0) })
                dispatcher.dispatch(Rename(name: "new"))
                dispatcher.dispatch(Rename(name: "new"))
                expect(log.lines[0].split(separator: "\n").map(String.init)).to(
                    equal([
                        "1 Rename(name: \"new\") → counter, 0.0 ms", "  counter", "    name: \"\" → \"new\"",
                    ])
                )
                expect(log.lines[1]).to(contain("counter is as it was"))
            }

            it("wants former states for differences") {
                expect(Middleware.actionLogger(showing: .difference).wantsFormerStates).to(beTrue())
            }
        }

        describe("a middleware that wants former states") {
            it("is told how they differ from the new ones") {
                var handled: [HandledAction] = []
                dispatcher.install(.stub(wantsFormerStates: true, handled: { handled.append($0) }))
                dispatcher.dispatch(Rename(name: "a"))
                dispatcher.dispatch(Rename(name: "b"))
                expect(handled[1].calls[0].difference()).to(contain("name", "\"a\" → \"b\""))
            }
        }
    }
}
