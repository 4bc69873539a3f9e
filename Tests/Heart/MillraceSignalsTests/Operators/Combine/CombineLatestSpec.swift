import MillraceSignals
import MillraceSpecs

final class CombineLatestSpec: Spec {
    func testSpec() {
        describe("combineLatest") {
            itKeepsTheLaws(
                OperatorCase("combineLatest", one: ";;|", many: ";;2-2;3-2;4-2 4-4;|") { source, _ in
                    combineLatest(source, source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                }
            )

            it("emits with each value once all have one, of any number of types") {
                let played = trace("a1 b2 c3 a4 c5") { a, b, c in
                    combineLatest(a, b.map { "<\($0)>" }, c.map(Double.init)).map { "\($0) \($1) \($2)" }
                }
                expect(played).to(equal(";;;1 <2> 3.0;4 <2> 3.0;4 <2> 5.0"))
            }

            it("finishes when all have, or when one has without a value") {
                expect(trace("a1 b2 a| b3 b|") { a, b, _ in combineLatest(a, b).map { "\($0)\($1)" } })
                    .to(equal(";;12;;13;|"))
                expect(trace("a1 b| a2") { a, b, _ in combineLatest(a, b).map { "\($0)\($1)" } }).to(equal(";;|;"))
            }

            it("takes nil for a value") {
                let (optional, other) = (Emitter<Int?>(), Emitter<Int>())
                var count = 0
                let subscription = combineLatest(optional, other).observe { _ in count += 1 }
                optional.send(nil)
                other.send(1)
                expect(count).to(equal(1))
                subscription.cancel()
            }

            it("of none finishes at once") {
                var isOver = false
                _ = combineLatest().observe(onFinish: { isOver = true }) { _ in }
                expect(isOver).to(beTrue())
            }
        }
    }
}
