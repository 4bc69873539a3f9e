import MillraceFlux
import MillraceHistory
import MillraceSpecs
import TestSupport

final class ActionGuardSpec: Spec {
    func testSpec() {
        describe("a guard") {
            var scheduler = TestScheduler()
            var dispatcher = Dispatcher()
            var findings: [String] = []

            beforeEach {
                scheduler = TestScheduler()
                dispatcher = Dispatcher(on: scheduler)
                findings = []
                dispatcher.install(.actionGuard(limit: .milliseconds(8)) { findings.append($0) })
            }

            it("reports an action that nobody handles") {
                dispatcher.dispatch(Clear())
                expect(findings).to(haveCount(1))
                expect(findings.first).to(contain("nobody handles Clear", "To fix: "))
            }

            it("reports a store whose handlers take longer than they may") {
                keep(
                    Store(0, on: dispatcher, name: "slow") { store in
                        store.on(Add.self) { [scheduler] _, add in scheduler.advance(by: .milliseconds(add.amount)) }
                    }
                )
                keep(makeCounter(on: dispatcher))
                dispatcher.dispatch(Add(amount: 8))
                expect(findings).to(beEmpty())
                dispatcher.dispatch(Add(amount: 9))
                expect(findings).to(haveCount(1))
                expect(findings.first).to(contain("slow took 9.0 ms to handle Add, and may take 8.0 ms", "To fix: "))
            }

            it("is content with a callback") {
                keep(dispatcher.register { _ in })
                dispatcher.dispatch(Clear())
                expect(findings).to(beEmpty())
            }
        }
    }
}
