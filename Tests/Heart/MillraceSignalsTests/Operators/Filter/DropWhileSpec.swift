import MillraceSignals
import MillraceSpecs

final class DropWhileSpec: Spec {
    func testSpec() {
        describe("drop(while:) and drop(until:)") {
            itKeepsTheLaws(
                OperatorCase("drop(while:)", one: ";;|", many: ";;;3;4;|") { source, tick in
                    source.drop { value in
                        tick()
                        return value < 3
                    }
                },
                OperatorCase("drop(until:)", one: ";;|", many: ";;;3;4;|") { source, _ in
                    source.drop(until: source.filter { $0 == 3 })
                }
            )

            it("drop(while:) does not ask again once it knows") {
                var asked: [Int] = []
                func isSmall(_ value: Int) -> Bool {
                    asked.append(value)
                    return value < 2
                }
                _ = trace("a1 a2 a1 a|") { a, _, _ in a.drop(while: isSmall) }
                expect(asked).to(equal([1, 2]))
            }

            it("drop(until:) begins when that emits, and finishes when that finishes without a value") {
                expect(trace("a1 b9 a2 b| a3") { a, b, _ in a.drop(until: b) }).to(equal(";;;2;;3"))
                expect(trace("a1 b| a2") { a, b, _ in a.drop(until: b) }).to(equal(";;|;"))
            }

            it("drop(until:) lets the other go once it has emitted") {
                var log: [String] = []
                _ = trace("b1 b2") { a, b, _ in
                    let told = b.handleEvents(onValue: { log.append("\($0)") }, onCancel: { log.append("left") })
                    return a.drop(until: told)
                }
                expect(log).to(equal(["1", "left"]))
            }
        }
    }
}
