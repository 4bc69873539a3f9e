import MillraceSignals
import MillraceSpecs

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
                var log: [String] = []
                let bag = SubscriptionBag()
                a.and(b).observe { log.append("and \($0)") }.store(in: bag)
                a.or(b).not().observe { log.append("nor \($0)") }.store(in: bag)
                a.value = true
                batch {
                    a.value = false
                    b.value = false
                }
                a.value = false
                expect(log).to(equal(["and false", "nor false", "and true", "and false", "nor true"]))
            }
        }
    }
}
