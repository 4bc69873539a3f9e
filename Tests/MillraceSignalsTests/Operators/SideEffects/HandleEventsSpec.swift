import MillraceSignals
import MillraceSpecs

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
                var log: [String] = []
                let told = emitter.handleEvents(
                    onStart: { log.append("start") },
                    onValue: { log.append("value \($0)") },
                    onFinish: { log.append("finish") },
                    onCancel: { log.append("cancel") }
                )
                let first = told.observe { log.append("a\($0)") }
                let second = told.observe { log.append("b\($0)") }
                emitter.send(1)
                first.cancel()
                second.cancel()
                expect(log).to(equal(["start", "value 1", "a1", "b1", "cancel"]))
                log = []
                let third = told.observe(onFinish: { log.append("c finished") }) { _ in }
                emitter.finish()
                third.cancel()
                expect(log).to(equal(["start", "finish", "c finished"]))
            }
        }
    }
}
