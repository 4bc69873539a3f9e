import MillraceSignals
import MillraceSpecs

final class DebugSpec: Spec {
    func testSpec() {
        describe("debug") {
            itKeepsTheLaws(
                OperatorCase("debug", one: ";1;|", many: ";1;2;3;4;|") { source, tick in
                    source.debug("a") { _ in tick() }
                }
            )

            it("debug prints with the label, with the name, or with the type") {
                var lines: [String] = []
                func play(_ build: (Emitter<String>) -> Signal<String>) {
                    lines = []
                    let emitter = Emitter<String>()
                    let subscription = build(emitter).observe { _ in }
                    emitter.send("x")
                    subscription.cancel()
                    _ = build(emitter).observe { _ in }
                    emitter.finish()
                }
                play { $0.debug("label", print: { lines.append($0) }) }
                expect(lines).to(
                    equal(["label: observed", "label: \"x\"", "label: left", "label: observed", "label: left"])
                )
                play { $0.named("name").debug(print: { lines.append($0) }) }
                expect(lines.first).to(equal("name: observed"))
                play { $0.debug(print: { lines.append($0) }) }
                expect(lines.first).to(equal("Emitter<String>: observed"))
            }

            it("debug prints the end") {
                var lines: [String] = []
                _ = trace("a|") { a, _, _ in a.debug("a") { lines.append($0) } }
                expect(lines).to(equal(["a: observed", "a: finished"]))
            }
        }
    }
}
