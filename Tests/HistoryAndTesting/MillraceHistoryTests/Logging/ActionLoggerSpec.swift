import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

final class ActionLoggerSpec: Spec {
    func testSpec() {
        describe("a logger") {
            var scheduler = TestScheduler()
            var dispatcher = Dispatcher()
            var counter = makeCounter(on: dispatcher)
            var log = Log()

            beforeEach {
                scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                counter = makeCounter(on: dispatcher, name: "counter")
                log = Log()
            }

            it("writes a line for each action: its number, the stores that it changed, and how long that took") {
                keep(
                    Store(0, on: dispatcher, name: "slow") { [scheduler] store in
                        store.on(Add.self) { _, _ in scheduler.advance(by: .microseconds(1_530)) }
                    }
                )
                dispatcher.install(.actionLogger { log($0) })
                dispatcher.dispatch(Add(amount: 3))
                dispatcher.dispatch(Clear())
                expect(log.lines).to(equal(["1 Add(amount: 3) → counter, slow, 1.5 ms", "2 Clear() → nobody"]))
                withExtendedLifetime(counter) {}
            }

            it("writes below it how each store has changed") {
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

            it("calls an action what it is told to, so that secrets stay out") {
                dispatcher.install(.actionLogger(to: { log($0) }, describe: { "a \(type(of: $0))" }))
                dispatcher.dispatch(Rename(name: "secret"))
                expect(log.lines).to(equal(["1 a Rename → counter, 0.0 ms"]))
            }

            it("wants former states for changes alone") {
                expect(Middleware.actionLogger().wantsFormerStates).to(beFalse())
                expect(Middleware.actionLogger(showing: .difference).wantsFormerStates).to(beTrue())
            }
        }
    }
}
