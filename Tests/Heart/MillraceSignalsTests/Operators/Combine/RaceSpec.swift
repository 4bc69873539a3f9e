import MillraceSignals
import MillraceSpecs

final class RaceSpec: Spec {
    func testSpec() {
        describe("race") {
            itKeepsTheLaws(
                OperatorCase("race", one: ";1;|", many: ";1;2;3;4;|") { source, _ in
                    race(source.filter { $0 > 1 }.map { $0 * 10 }, source)
                }
            )

            it("goes on with whichever emits first, and lets the others go") {
                var left: [String] = []
                let played = trace("b1 a2 c3 b4 b|") { a, b, c in
                    race(
                        a.handleEvents(onCancel: { left.append("a") }),
                        b.handleEvents(onCancel: { left.append("b") }),
                        c.handleEvents(onCancel: { left.append("c") })
                    )
                }
                expect(played).to(equal(";1;;;4;|"))
                expect(left.sorted()).to(equal(["a", "c"]))
            }

            it("is over when the first to speak finishes") {
                expect(trace("a| b1") { a, b, _ in race(a, b) }).to(equal(";|;"))
            }

            it("does not observe those after one that emits at once") {
                var starts = 0
                let played = trace("b1 a2") { a, b, _ in
                    race(a.prepend(0), b.handleEvents(onStart: { starts += 1 }))
                }
                expect(played).to(equal("0;;2"))
                expect(starts).to(equal(0))
            }

            it("of none finishes at once, and of one is that") {
                expect(trace("a1") { _, _, _ in race([Signal<Int>]()) }).to(equal("|;"))
                expect(trace("a1 a|") { a, _, _ in race(a) }).to(equal(";1;|"))
            }
        }
    }
}
