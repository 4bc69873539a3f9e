import MillraceSignals
import MillraceSpecs

final class SuffixSpec: Spec {
    func testSpec() {
        describe("suffix") {
            itKeepsTheLaws(
                OperatorCase("suffix", one: ";;1 |", many: ";;;;;2 3 4 |") { source, _ in source.suffix(3) }
            )

            it("of none emits nothing, and finishes with the source") {
                expect(trace("a1 a|") { a, _, _ in a.suffix(0) }).to(equal(";;|"))
            }
        }
    }
}
