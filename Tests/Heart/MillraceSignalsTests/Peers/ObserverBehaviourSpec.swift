import MillraceSignals
import MillraceSpecs
import TestSupport

/// What the suites of preact signals and alien-signals check of effects, of their disposal and of batches. An observer
/// is our effect: it is told the value of one observable instead of reading as many as it likes.
final class ObserverBehaviourSpec: Spec {
    func testSpec() {
        var log = Log()
        var bag = SubscriptionBag()
        beforeEach {
            log = Log()
            bag = SubscriptionBag()
        }

        describe("an observer") {
            it("is called once where it depends on a variable in two ways, and twice for two sets") {
                let (first, second) = (Variable("a"), Variable("b"))
                let seen = Recording(of: combine(first, second, first)) { $0 + $1 + $2 }
                first.value = "x"
                second.value = "y"
                expect(seen.values).to(equal(["aba", "xbx", "xyx"]))
            }

            it("is not called when what it observes has computed and come out equal") {
                let variable = Variable(0)
                let seen = Recording(of: variable.select { _ in 0 }) { "\($0)" }
                variable.value = 1
                expect(seen.values).to(equal(["0"]))
            }

            it("that sets something twice, at its first call, makes one turn of it") {
                let (variable, other) = (Variable("a"), Variable(0))
                let seen = Recording(of: variable)
                other.observe { _ in
                    variable.value = "aa"
                    variable.value = "aaa"
                }.store(in: bag)
                expect(seen.values).to(equal(["a", "aaa"]))
            }

            it("that resets what it is derived from is told of both, one turn after the other") {
                let variable = Variable(0)
                variable.map { $0 }.observe { value in
                    log("\(value)")
                    if value > 0 { variable.value = 0 }
                }.store(in: bag)
                for value in 1...3 {
                    variable.value = value
                    expect(variable.value).to(equal(0))
                }
                expect(log.lines).to(equal(["0", "1", "0", "2", "0", "3", "0"]))
            }

            it("that raises what it observes goes on until it comes to an end, from its first call on") {
                let variable = Variable(0)
                variable.select { $0 }.observe { value in
                    log("\(value)")
                    variable.value = min(value + 1, 5)
                }.store(in: bag)
                expect(log.lines).to(equal(["0", "1", "2", "3", "4", "5"]))
            }
        }

        describe("an observer that is cancelled") {
            it("leaves the ones before and after it where they are") {
                let variable = Variable(0)
                let derived = variable.map { $0 }
                let subscriptions = keep(["a", "b", "c"].map { name in derived.observe { log("\(name)\($0)") } })
                subscriptions[1].cancel()
                subscriptions[1].cancel()
                variable.value = 1
                expect(log.lines).to(equal(["a0", "b0", "c0", "a1", "c1"]))
            }

            it("by itself runs to its end, and not again") {
                let variable = Variable(0)
                variable.observe { value in
                    log("start \(value)")
                    if value == 1 { bag.cancelAll() }
                    log("end")
                }.store(in: bag)
                variable.value = 1
                variable.value = 2
                expect(log.lines).to(equal(["start 0", "end", "start 1", "end"]))
            }

            it("by another that it had been made by is not called again") {
                let variable = Variable(0)
                let inner = SubscriptionBag()
                variable.observe { value in
                    if value == 1 { variable.observe { log("inner \($0)") }.store(in: inner) }
                    if value == 2 { inner.cancelAll() }
                }.store(in: bag)
                for value in 1...3 { variable.value = value }
                expect(log.lines).to(equal(["inner 1"]))
            }

            it("in a batch that has set what it observes is not called, whatever is set afterwards") {
                let variable = Variable(0)
                let seen = Recording(of: variable.map { $0 }) { "\($0)" }
                batch {
                    variable.value = 1
                    seen.cancel()
                    variable.value = 2
                }
                expect(seen.values).to(equal(["0"]))
            }
        }

        describe("an observer that is cancelled while what it observes computes") {
            /// A variable and what is derived from it, which cancels what is in the bag when the variable is 1.
            func cancelling() -> (Variable<Int>, Observable<Int>) {
                let variable = Variable(0)
                let derived = variable.map { value in
                    if value == 1 { bag.cancelAll() }
                    return value
                }
                return (variable, derived)
            }

            it("is not called in that turn nor later, and those that stay are") {
                for others in 1...3 {
                    log.clear()
                    let (variable, derived) = cancelling()
                    log.observe(derived, as: "cancelled ").store(in: bag)
                    let kept = (0..<others).map { other in derived.observe { log("\(other): \($0)") } }
                    log.clear()
                    variable.value = 1
                    variable.value = 2
                    let expected = [1, 2].flatMap { value in kept.indices.map { "\($0): \(value)" } }
                    expect(log.lines).to(equal(expected))
                }
            }

            it("may have been the last, below one observable or several") {
                for depth in [0, 1, 5] {
                    log.clear()
                    let (variable, derived) = cancelling()
                    let last = (0..<depth).reduce(derived) { above, _ in above.map { $0 } }
                    log.observe(last).store(in: bag)
                    variable.value = 1
                    variable.value = 2
                    expect(log.lines).to(equal(["0"]))
                    expect(last.value).to(equal(2))
                }
            }

            it("may be below another input, which came out equal before") {
                let (variable, derived) = cancelling()
                let constant = variable.select { _ in 0 }
                let both = combine(constant, derived) { $0 + $1 }
                log.observe(both).store(in: bag)
                variable.value = 1
                expect(log.lines).to(equal(["0"]))
                expect(both.value).to(equal(1))
                variable.value = 2
                expect(both.value).to(equal(2))
            }
        }

        describe("a batch that sets a variable to what it was") {
            var variable = Variable(42)
            beforeEach {
                variable = Variable(42)
                log = Log()
            }

            // The difference: a set is a change, whatever the value (O3).
            it("notifies, though once; what selects is not told") {
                log.observe(variable)
                log.observe(variable.map { $0 * 2 }, as: "mapped ")
                log.observe(variable.select { $0 * 2 }, as: "selected ")
                log.observe(variable.removeDuplicates(), as: "distinct ")
                log.clear()
                for value in [0, -1] {
                    batch {
                        variable.value = value
                        variable.value = 42
                    }
                }
                expect(log.lines).to(equal(["42", "mapped 84", "42", "mapped 84"]))
            }

            for isObserved in [true, false] {
                it("leaves right what was read in between\(isObserved ? ", observed" : "")") {
                    let double = variable.map { $0 * 2 }
                    let selected = variable.select { $0 * 2 }
                    if isObserved { combine(double, selected).observe { log("\($0) \($1)") }.store(in: bag) }
                    expect([double.value, selected.value]).to(equal([84, 84]))
                    batch {
                        variable.value = 1
                        expect([double.value, selected.value]).to(equal([2, 2]))
                        variable.value = 42
                    }
                    expect([double.value, selected.value]).to(equal([84, 84]))
                    variable.value = 3
                    expect([double.value, selected.value]).to(equal([6, 6]))
                    if isObserved { expect(log.lines).to(equal(["84 84", "84 84", "6 6"])) }
                }
            }
        }

        describe("a batch in whose midst is read") {
            it("computes what is read and no more, and nothing twice") {
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

            it("shows its observers nothing of what was read before the last set") {
                let counter = Variable(0)
                let (double, triple) = (counter.map { $0 * 2 }, counter.map { $0 * 3 })
                let seen = Recording(of: combine(double, triple)) { "\($0) \($1)" }
                batch {
                    counter.value = 1
                    expect(double.value).to(equal(2))
                    counter.value = 2
                }
                expect(seen.values).to(equal(["0 0", "4 6"]))
            }
        }
    }
}
