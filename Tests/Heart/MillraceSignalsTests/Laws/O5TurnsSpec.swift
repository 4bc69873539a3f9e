import MillraceSignals
import MillraceSpecs
import TestSupport

final class O5TurnsSpec: Spec {
    func testSpec() {
        describe("O5 observers") {
            var bag = SubscriptionBag()
            beforeEach { bag = SubscriptionBag() }

            it("run after the whole graph is settled") {
                let variable = Variable(1)
                let deep = (0..<10).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                var computed: [Int] = []
                var seen: [[Int]] = []
                deep.map { value in
                    computed.append(value)
                    return value
                }.observe { _ in }.store(in: bag)
                variable.observe { _ in seen.append(computed) }.store(in: bag)
                variable.value = 2
                expect(seen).to(equal([[11], [11, 12]]))
            }

            it("make, all together, the next turn of what they set") {
                let (source, left, right) = (Variable(0), Variable(0), Variable(0))
                let sum = combine(left, right).map { $0 + $1 }
                source.observe { left.value = $0 }.store(in: bag)
                source.observe { right.value = $0 * 10 }.store(in: bag)
                let log = Recording(of: sum)
                source.value = 1
                source.value = 2
                expect(log.values).to(equal([0, 11, 22]))
            }

            it("all hear of the value of a turn before any hears of what one of them set") {
                let variable = Variable(0)
                let log = Log()
                variable.observe { value in
                    log("a\(value)")
                    if value == 1 { variable.value = 2 }
                }.store(in: bag)
                log.observe(variable, as: "b")
                variable.value = 1
                expect(log.lines).to(equal(["a0", "b0", "a1", "b1", "a2", "b2"]))
            }

            it("hear of a derived value of their turn although another has set its source anew and read it") {
                let variable = Variable(0)
                let derived = variable.map { $0 * 10 }
                let log = Log()
                variable.observe { value in
                    guard value == 1 else { return }
                    variable.value = 2
                    log("read \(derived.value)")
                }.store(in: bag)
                log.observe(derived, as: "d")
                variable.value = 1
                expect(log.lines).to(equal(["d0", "read 20", "d10", "d20"]))
            }

            it("of one observable are called in the order in which they began to observe") {
                let variable = Variable(0)
                var log: [String] = []
                for name in ["a", "b", "c"] { variable.observe { log.append("\(name)\($0)") }.store(in: bag) }
                log = []
                variable.value = 1
                expect(log).to(equal(["a1", "b1", "c1"]))
            }

            it("of what is nearer to the source are called first") {
                let variable = Variable(0)
                var log: [String] = []
                let derived = variable.map { $0 }
                derived.map { $0 }.observe { _ in log.append("far") }.store(in: bag)
                derived.observe { _ in log.append("near") }.store(in: bag)
                variable.observe { _ in log.append("source") }.store(in: bag)
                log = []
                variable.value = 1
                expect(log).to(equal(["source", "near", "far"]))
            }

            it("may go on for thousands of turns, as long as they come to an end") {
                let variable = Variable(0)
                variable.observe { if $0 < 9_000 { variable.value = $0 + 1 } }.store(in: bag)
                expect(variable.value).to(equal(9_000))
            }

            it("leave nothing behind: the next set is a turn of its own") {
                let (variable, other) = (Variable(0), Variable(0))
                let log = Log()
                variable.observe { other.value = $0 }.store(in: bag)
                log.observe(other, as: "o")
                log.clear()
                variable.value = 1
                log("returned")
                other.value = 2
                log("returned")
                expect(log.lines).to(equal(["o1", "returned", "o2", "returned"]))
            }
        }
    }
}
