import MillraceSignals
import MillraceSpecs
import TestSupport

final class O7ReadingSpec: Spec {
    func testSpec() {
        describe("O7 what was set reads back at once") {
            var variable = Variable(1)
            var (double, sum) = (Variable(0).observable, Variable(0).observable)
            var bag = SubscriptionBag()
            beforeEach {
                variable = Variable(1)
                double = variable.map { $0 * 2 }
                sum = combine(variable, double).map { $0 + $1 }
                bag = SubscriptionBag()
            }

            for isObserved in [false, true] {
                context(isObserved ? "where it is observed" : "where nobody observes it") {
                    beforeEach { if isObserved { sum.observe { _ in }.store(in: bag) } }

                    it("in a batch, with what derives from it") {
                        batch {
                            variable.value = 2
                            expect([variable.value, double.value, sum.value]).to(equal([2, 4, 6]))
                            variable.value = 3
                            expect([sum.value, double.value, variable.value]).to(equal([9, 6, 3]))
                        }
                        expect(sum.value).to(equal(9))
                    }

                    it("in an observer, with what derives from it") {
                        var seen: [Int] = []
                        variable.observe { value in
                            guard value == 2 else { return }
                            variable.value = 3
                            seen = [variable.value, double.value, sum.value]
                        }.store(in: bag)
                        variable.value = 2
                        expect(seen).to(equal([3, 6, 9]))
                    }

                    it("where the switch of a flatMapLatest was set") {
                        let sides = [Variable(0), Variable(100)]
                        let shown = variable.flatMapLatest { sides[$0 % 2] }
                        if isObserved { shown.observe { _ in }.store(in: bag) }
                        batch {
                            expect(shown.value).to(equal(100))
                            variable.value = 2
                            expect(shown.value).to(equal(0))
                            sides[0].value = 1
                            expect(shown.value).to(equal(1))
                            variable.value = 1
                            sides[1].value = 101
                            expect(shown.value).to(equal(101))
                        }
                    }
                }
            }

            it("and is computed on demand once, not again by the turn") {
                var calls = 0
                let counted = variable.map { value in
                    calls += 1
                    return value
                }
                let log = Recording(of: counted)
                calls = 0
                batch {
                    variable.value = 2
                    expect(counted.value).to(equal(2))
                }
                expect(calls).to(equal(1))
                expect(log.values).to(equal([1, 2]))
            }

            it("in a batch, which computes what is read and no more, and nothing twice") {
                let tally = Tally()
                let variable = Variable("a")
                let first = variable.map { tally.note("first", $0) }
                let second = first.map { tally.note("second", $0) }
                let third = second.map { tally.note("third", $0) }
                let seen = Recording(of: third)
                _ = tally.take()
                batch {
                    variable.value = "b"
                    expect(first.value).to(equal("b"))
                    expect(tally.take()).to(equal(["first"]))
                }
                expect(tally.take()).to(equal(["second", "third"]))
                expect(seen.values).to(equal(["a", "b"]))
            }

            it("and the observers of what was computed on demand hear of it, once") {
                let log = Recording(of: sum)
                batch {
                    variable.value = 2
                    _ = sum.value
                    _ = double.value
                }
                expect(log.values).to(equal([3, 6]))
            }

            it("and is delivered as it is in the end, however it was read on the way there") {
                let log = Log()
                log.observe(sum, as: "s")
                log.observe(sum.select { $0 > 5 })
                batch {
                    variable.value = 2
                    expect(sum.value).to(equal(6))
                    variable.value = 3
                }
                expect(log.lines).to(equal(["s3", "false", "s9", "true"]))
            }

            it("by a held signal") {
                let emitter = Emitter<Int>()
                let held = emitter.hold(0)
                let derived = held.map { $0 + 1 }
                batch {
                    emitter.send(5)
                    expect([held.value, derived.value]).to(equal([5, 6]))
                }
            }
        }
    }
}
