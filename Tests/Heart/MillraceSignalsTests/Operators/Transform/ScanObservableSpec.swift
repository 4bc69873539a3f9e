import MillraceSignals
import MillraceSpecs
import TestSupport

/// `scan` and `pairwise` of observables.
final class ScanObservableSpec: Spec {
    func testSpec() {
        describe("Observable.scan") {
            it("folds the present value, then each change, whether or not somebody observes") {
                let variable = Variable(1)
                let sum = variable.scan(10, +)
                expect(sum.value).to(equal(11))
                variable.value = 2
                variable.value = 3
                expect(sum.value).to(equal(16))
                expect(sum.value).to(equal(16))
                let log = Recording(of: sum)
                variable.value = 4
                log.cancel()
                variable.value = 5
                expect(log.values).to(equal([16, 20]))
                expect(sum.value).to(equal(25))
            }

            it("folds the settled value once a turn, whatever is read meanwhile") {
                let variable = Variable(1)
                let sum = variable.scan(0, +)
                var read: [Int] = []
                batch {
                    variable.value = 10
                    read.append(sum.value)
                    variable.value = 20
                    read.append(sum.value)
                }
                batch {
                    variable.value = 100
                    read.append(sum.value)
                }
                read.append(sum.value)
                variable.value = 1000
                read.append(sum.value)
                expect(read).to(equal([11, 21, 121, 121, 1121]))
            }

            it("reads right within an observer, in whose turn what it set does not count") {
                let variable = Variable(0)
                let sum = variable.scan(0, +)
                var read: [Int] = []
                let subscription = variable.observe { value in
                    guard value == 1 else { return }
                    read.append(sum.value)
                    variable.value = 10
                    read.append(sum.value)
                    variable.value = 20
                }
                variable.value = 1
                subscription.cancel()
                expect(read).to(equal([1, 11]))
                expect(sum.value).to(equal(21))
            }

            it("changes in the turn of its source: nobody sees a mixture") {
                let variable = Variable(1)
                let log = Recording(of: combine(variable, variable.scan(0, +))) { "\($0.0) \($0.1)" }
                variable.value = 2
                variable.value = 2
                expect(log.values).to(equal(["1 1", "2 3", "2 5"]))
            }

            it("runs its closure once a turn for two observers") {
                let (variable, bag) = (Variable(1), SubscriptionBag())
                var calls = 0
                let sum = variable.scan(0) { sum, value in
                    calls += 1
                    return sum + value
                }
                for _ in 0..<2 { sum.observe { _ in }.store(in: bag) }
                variable.value = 2
                expect(calls).to(equal(2))
            }

            it("goes on when only its observers keep it") {
                let variable = Variable(1)
                let log = Recording(of: variable.scan(0, +).map { $0 * 10 })
                variable.value = 2
                variable.value = 3
                expect(log.values).to(equal([10, 30, 60]))
            }

            it("leaves its source when it is released, and nothing stays alive") {
                for order in permutations(of: 3) {
                    expect { scene in
                        var calls = 0
                        var variable: Variable<Int>? = Variable(0)
                        var sum = variable?.scan(0) { [tracked = scene.instance()] in
                            calls += 1
                            return $0 + $1 + tracked.number
                        }
                        var subscription = sum?.observe { [tracked = scene.instance()] _ in
                            tracked.touch()
                        }
                        variable?.value = 1
                        for step in order {
                            switch step {
                            case 0: release(&variable)
                            case 1: release(&sum)
                            default: release(&subscription)
                            }
                        }
                    }.to(leakNothing(), description: "in the order \(order)")
                }
                let variable = Variable(0)
                var calls = 0
                _ = variable.scan(0) { sum, _ in
                    calls += 1
                    return sum
                }
                variable.value = 1
                expect(calls).to(equal(1))
            }
        }

        describe("Observable.pairwise") {
            func text(_ pair: (old: Int?, new: Int)) -> String { "\(pair.old.map(String.init) ?? "-")\(pair.new)" }

            it("gives the value with the one before, which is nil at first") {
                let variable = Variable(1)
                let pairs = variable.pairwise()
                let log = Recording(of: pairs) { text($0) }
                variable.value = 2
                variable.value = 2
                variable.value = 3
                log.cancel()
                variable.value = 4
                expect(log.values).to(equal(["-1", "12", "22", "23"]))
                expect(text(pairs.value)).to(equal("34"))
            }

            it("gives what was settled before the turn, whatever is set and read meanwhile") {
                let variable = Variable(1)
                let pairs = variable.pairwise()
                batch {
                    variable.value = 2
                    expect(text(pairs.value)).to(equal("12"))
                    variable.value = 3
                    expect(text(pairs.value)).to(equal("13"))
                }
                variable.value = 4
                expect(text(pairs.value)).to(equal("34"))
            }

            it("works of observables that are derived, and of optionals") {
                let variable = Variable<Int?>(nil)
                var log: [String] = []
                let subscription = variable.map { $0 }.pairwise().observe { pair in
                    log.append("\(pair.old.map { $0.map(String.init) ?? "nil" } ?? "none")")
                }
                variable.value = nil
                variable.value = 1
                variable.value = 2
                subscription.cancel()
                expect(log).to(equal(["none", "nil", "nil", "1"]))
            }

            it("is made anew by each switch of a flatMapLatest, above it") {
                let (choice, variables) = (Variable(0), [Variable(1), Variable(10)])
                let log = Recording(of: choice.flatMapLatest { variables[$0].pairwise() }) { text($0) }
                variables[0].value = 2
                choice.value = 1
                batch {
                    choice.value = 0
                    variables[1].value = 11
                    variables[0].value = 3
                }
                expect(log.values).to(equal(["-1", "12", "-10", "-3"]))
            }
        }
    }
}
