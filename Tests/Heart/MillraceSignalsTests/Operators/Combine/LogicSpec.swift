import MillraceSignals
import MillraceSpecs
import TestSupport

final class LogicSpec: Spec {
    func testSpec() {
        describe("Observable.and, or, not") {
            it("give what they are called after, for every combination") {
                for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
                    let (a, b) = (Variable(first), Variable(second))
                    expect(a.and(b).value).to(equal(first && second))
                    expect(a.or(b).value).to(equal(first || second))
                    expect(a.not().value).to(equal(!first))
                }
            }

            it("change only when the outcome does, once a turn") {
                let (a, b) = (Variable(false), Variable(true))
                let log = Log()
                log.observe(a.and(b), as: "and ")
                log.observe(a.or(b).not(), as: "nor ")
                a.value = true
                batch {
                    a.value = false
                    b.value = false
                }
                a.value = false
                expect(log.lines).to(equal(["and false", "nor false", "and true", "and false", "nor true"]))
            }
        }
    }
}
