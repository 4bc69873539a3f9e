import MillraceSignals
import MillraceSpecs

final class ScanSpec: Spec {
    func testSpec() {
        describe("scan") {
            itKeepsTheLaws(
                OperatorCase("scan", one: ";1;|", many: ";1;3;6;10;|") { source, tick in
                    source.scan(0) { sum, value in
                        tick()
                        return sum + value
                    }
                }
            )

            it("folds in the order of the values, also those that come in the midst of a delivery") {
                let emitter = Emitter<String>()
                var seen: [String] = []
                let subscription = emitter.scan("", +).observe { text in
                    seen.append(text)
                    if text == "a" { ["b", "c"].forEach(emitter.send) }
                }
                emitter.send("a")
                subscription.cancel()
                expect(seen).to(equal(["a", "ab", "abc"]))
            }
        }
    }
}
