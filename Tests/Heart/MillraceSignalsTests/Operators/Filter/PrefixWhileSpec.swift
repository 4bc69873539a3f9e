import MillraceSignals
import MillraceSpecs

final class PrefixWhileSpec: Spec {
    func testSpec() {
        describe("prefix(while:) and prefix(until:)") {
            itKeepsTheLaws(
                OperatorCase("prefix(while:)", one: ";1;|", many: ";1;2;|;;") { source, tick in
                    source.prefix { value in
                        tick()
                        return value < 3
                    }
                },
                OperatorCase("prefix(until:)", one: ";1;|", many: ";1;2;|;;") { source, _ in
                    source.prefix(until: source.filter { $0 == 3 })
                }
            )

            it("prefix(while:) does not ask again once it knows") {
                var asked: [Int] = []
                func isSmall(_ value: Int) -> Bool {
                    asked.append(value)
                    return value < 2
                }
                _ = trace("a1 a2 a1 a|") { a, _, _ in a.prefix(while: isSmall) }
                expect(asked).to(equal([1, 2]))
            }

            it("prefix(while:) emits nothing after it has finished in the midst of values that wait") {
                expect(trace("a4") { a, _, _ in a.prepend(1, 5, 2).prefix { $0 < 3 } }).to(equal("1 |;"))
            }

            it("prefix(until:) finishes when that emits, not when that finishes") {
                expect(trace("a1 b9 a2") { a, b, _ in a.prefix(until: b) }).to(equal(";1;|;"))
                expect(trace("a1 b| a2") { a, b, _ in a.prefix(until: b) }).to(equal(";1;;2"))
            }

            it("prefix(until:) does not observe the source where the other emits at once") {
                var starts = 0
                let played = trace("a1") { a, b, _ in
                    a.handleEvents(onStart: { starts += 1 }).prefix(until: b.prepend(9))
                }
                expect(played).to(equal("|;"))
                expect(starts).to(equal(0))
            }
        }
    }
}
