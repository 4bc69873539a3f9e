import MillraceSignals
import MillraceSpecs
import TestSupport

final class HandleEventsSpec: Spec {
    func testSpec() {
        describe("handleEvents and onFinish") {
            itKeepsTheLaws(
                OperatorCase("handleEvents", one: ";1;|", many: ";1;2;3;4;|") { source, tick in
                    source.handleEvents(onStart: tick, onValue: { _ in tick() }, onFinish: tick, onCancel: tick)
                },
                OperatorCase("onFinish", one: ";1;|", many: ";1;2;3;4;|") { source, tick in source.onFinish(tick) }
            )

            it("handleEvents tells before it passes on, and either that it finished or that it was left") {
                let emitter = Emitter<Int>()
                let log = Log()
                let told = emitter.handleEvents(
                    onStart: { log("start") },
                    onValue: { log("value \($0)") },
                    onFinish: { log("finish") },
                    onCancel: { log("cancel") }
                )
                let first = log.observe(told, as: "a")
                let second = log.observe(told, as: "b")
                emitter.send(1)
                first.cancel()
                second.cancel()
                expect(log.lines).to(equal(["start", "value 1", "a1", "b1", "cancel"]))
                log.clear()
                let third = told.observe(onFinish: { log("c finished") }) { _ in }
                emitter.finish()
                third.cancel()
                expect(log.lines).to(equal(["start", "finish", "c finished"]))
            }
        }
    }
}
