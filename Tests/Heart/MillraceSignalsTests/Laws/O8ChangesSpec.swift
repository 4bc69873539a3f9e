import MillraceSignals
import MillraceSpecs

final class O8ChangesSpec: Spec {
    func testSpec() {
        describe("O8 a signal of an observable's changes") {
            var variable = Variable(0)
            var bag = SubscriptionBag()
            beforeEach {
                variable = Variable(0)
                bag = SubscriptionBag()
            }

            it("gives every change, and not the present value") {
                let log = Recording(of: variable.changes) { "\($0)" }
                variable.value = 1
                variable.value = 1
                variable.value = 2
                expect(log.values).to(equal(["1", "1", "2"]))
            }

            it("speaks when the turn is settled") {
                let deep = variable.map { $0 * 2 }.map { $0 + 1 }
                deep.observe { _ in }.store(in: bag)
                let log = Recording(of: variable.changes) { "\($0) \(deep.value)" }
                variable.value = 1
                expect(log.values).to(equal(["1 3"]))
            }

            it("speaks once a turn") {
                let log = Recording(of: variable.changes) { "\($0)" }
                batch { (1...3).forEach { variable.value = $0 } }
                expect(log.values).to(equal(["3"]))
            }

            it("says what was settled, also when an observer before it has set the value anew") {
                variable.observe { if $0 == 1 { variable.value = 2 } }.store(in: bag)
                let log = Recording(of: variable.changes) { "\($0)" }
                variable.value = 1
                expect(log.values).to(equal(["1", "2"]))
            }

            it("leaves what its observers set to the next turn") {
                let (left, right) = (Variable(0), Variable(0))
                let log = Recording(of: combine(left, right)) { "\($0) \($1)" }
                variable.changes.observe { left.value = $0 }.store(in: bag)
                variable.changes.observe { right.value = $0 }.store(in: bag)
                variable.value = 1
                expect(log.values).to(equal(["0 0", "1 1"]))
            }

            it("can be held: the held value follows in the next turn") {
                let last = variable.changes.map { $0 * 10 }.hold(-1)
                let log = Recording(of: combine(variable, last)) { "\($0) \($1)" }
                variable.value = 1
                expect(log.values).to(equal(["0 -1", "1 -1", "1 10"]))
            }

            it("keeps the observable up to date only while somebody observes") {
                var calls = 0
                let derived = variable.map { value in
                    calls += 1
                    return value
                }
                let changes = derived.changes
                variable.value = 1
                expect(calls).to(equal(0))
                let log = Recording(of: changes) { "\($0)" }
                variable.value = 2
                log.cancel()
                variable.value = 3
                expect(calls).to(equal(2))
                expect(log.values).to(equal(["2"]))
            }
        }
    }
}
