import MillraceSignals
import MillraceSpecs

final class ZipSpec: Spec {
    func testSpec() {
        describe("zip") {
            itKeepsTheLaws(
                OperatorCase("zip", one: ";;|", many: ";;1-2;;2-4;|") { source, _ in
                    zip(source, source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                }
            )

            it("pairs the n-th values, however early they come") {
                expect(trace("a1 a2 b3 a4 b5 b6 b7 a8") { a, b, _ in zip(a, b).map { "\($0)\($1)" } })
                    .to(equal(";;;13;;25;46;;87"))
            }

            it("finishes when one has, and its values are used") {
                expect(trace("a1 a2 a| b3 b4 b5") { a, b, _ in zip(a, b).map { "\($0)\($1)" } })
                    .to(equal(";;;;13;24 |;"))
                expect(trace("a1 b| a2") { a, b, _ in zip(a, b).map { "\($0)\($1)" } }).to(equal(";;|;"))
                expect(trace("a1 b2 a| b3") { a, b, _ in zip(a, b).map { "\($0)\($1)" } }).to(equal(";;12;|;"))
            }

            it("of three waits for all three, and of none finishes at once") {
                expect(trace("a1 b2 a3 c4 b5 c6") { a, b, c in zip(a, b, c).map { "\($0)\($1)\($2)" } })
                    .to(equal(";;;;124;;356"))
                var isOver = false
                _ = zip().observe(onFinish: { isOver = true }) { _ in }
                expect(isOver).to(beTrue())
            }
        }
    }
}
