import MillraceSignals
import MillraceSpecs
import TestSupport

final class O2SwitchSpec: Spec {
    func testSpec() {
        describe("O2 an observable that is made inside a flatMapLatest") {

            /// What would trap in a user's closure: an observable that should have been left reads what is not there.
            func element(_ index: Int, of items: [Int]) -> Int {
                if !items.indices.contains(index) { fail("computed in a turn that leaves it") }
                return items.indices.contains(index) ? items[index] : -1
            }

            it("does not compute in a turn that leaves it") {
                let items = Variable([10, 20, 30])
                let index = Variable(2)
                var read: [Int] = []
                let item = index.flatMapLatest { index in
                    items.map { items in
                        read.append(index)
                        return element(index, of: items)
                    }
                }
                let log = Recording(of: item)
                batch {
                    items.value = [11]
                    index.value = 0
                }
                expect(log.values).to(equal([30, 11]))
                expect(read).to(equal([2, 0]))
            }

            it("does not compute in a turn that leaves it, however late the turn finds out") {
                let items = Variable([10, 20, 30])
                let variable = Variable(2)
                let index = (0..<50).reduce(variable as Observable<Int>) { above, _ in above.map { $0 } }
                let item = index.flatMapLatest { index in items.map { $0 }.map { element(index, of: $0) } }
                let log = Recording(of: item)
                batch {
                    items.value = [11]
                    variable.value = 0
                }
                expect(log.values).to(equal([30, 11]))
            }

            it("stays above the switch when that rises") {
                let items = Variable([10, 20, 30])
                let direct = Variable(2)
                let variable = Variable(2)
                let long = (0..<50).reduce(variable as Observable<Int>) { above, _ in above.map { $0 } }
                let takesLong = Variable(false)
                let index = takesLong.flatMapLatest { $0 ? long : direct }
                let item = index.removeDuplicates().flatMapLatest { index in
                    items.map { $0 }.map { element(index, of: $0) }
                }
                let log = Recording(of: item)
                takesLong.value = true
                batch {
                    items.value = [11]
                    variable.value = 0
                }
                expect(log.values).to(equal([30, 11]))
            }

            it("computes once in a turn that changes both the switch and what is inside") {
                let items = Variable([10, 20, 30])
                let index = Variable(0)
                var calls = 0
                let item = index.flatMapLatest { index in
                    items.map { items in
                        calls += 1
                        return element(index, of: items)
                    }
                }
                let log = Recording(of: item)
                calls = 0
                batch {
                    items.value = [1, 2, 3]
                    index.value = 1
                }
                expect(log.values).to(equal([10, 2]))
                expect(calls).to(equal(1))
            }
        }

        describe("O2 flatMapLatest") {
            var bag = SubscriptionBag()
            beforeEach { bag = SubscriptionBag() }

            it("follows the inner observable, and the next after a switch") {
                let sides = [Variable("left"), Variable("right")]
                let side = Variable(0)
                let shown = side.flatMapLatest { sides[$0] }
                let log = Recording(of: shown)
                sides[0].value = "left 2"
                sides[1].value = "right 2"
                side.value = 1
                sides[0].value = "left 3"
                sides[1].value = "right 3"
                expect(log.values).to(equal(["left", "left 2", "right 2", "right 3"]))
            }

            it("is delivered once where the switch and both sides change") {
                let sides = [Variable(0), Variable(100)]
                let side = Variable(0)
                let shown = side.flatMapLatest { sides[$0] }
                let log = Recording(of: shown)
                batch {
                    side.value = 1
                    sides[0].value = 1
                    sides[1].value = 101
                }
                expect(log.values).to(equal([0, 101]))
            }

            it("has no glitch where its inner observable is deeper than all before") {
                let variable = Variable(1)
                let deep = (0..<20).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                let chosen = variable.flatMapLatest { $0 < 2 ? variable : deep }
                let both = combine(variable, chosen).map { "\($0) \($1)" }
                let log = Recording(of: both)
                variable.value = 2
                variable.value = 3
                variable.value = 0
                expect(log.values).to(equal(["1 1", "2 22", "3 23", "0 0"]))
            }

            it("lifts what waits to be computed, which then waits for the deeper one") {
                let variable = Variable(1)
                let deep = (0..<20).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                let chosen = variable.flatMapLatest { $0 < 2 ? variable : deep }
                var log: [String] = []
                let both = combine(variable, chosen) { variable, chosen in
                    log.append("\(variable) \(chosen)")
                    return variable
                }
                both.observe { _ in }.store(in: bag)
                variable.value = 2
                variable.value = 1
                expect(log).to(equal(["1 1", "2 22", "1 1"]))
            }

            it("runs its closure once a change of the source, and not for the inner observable's") {
                let source = Variable(0)
                let inner = Variable(0)
                var calls = 0
                let result = source.flatMapLatest { _ in
                    calls += 1
                    return inner
                }
                result.observe { _ in }.store(in: bag)
                result.observe { _ in }.store(in: bag)
                inner.value = 1
                source.value = 1
                inner.value = 2
                expect(calls).to(equal(2))
            }

            it("is up to date when it is read unobserved, before and after a switch") {
                let sides = [Variable(0), Variable(100)]
                let side = Variable(0)
                let shown = side.flatMapLatest { side in sides[side].map { $0 + 1 } }
                expect(shown.value).to(equal(1))
                sides[0].value = 1
                expect(shown.value).to(equal(2))
                side.value = 1
                expect(shown.value).to(equal(101))
                sides[0].value = 2
                sides[1].value = 101
                expect(shown.value).to(equal(102))
            }

            it("goes on where it was left: observed, read, observed again") {
                let sides = [Variable(0), Variable(100)]
                let side = Variable(0)
                let shown = side.flatMapLatest { sides[$0] }
                var log: [Int] = []
                shown.observe { log.append($0) }.cancel()
                side.value = 1
                sides[1].value = 101
                expect(shown.value).to(equal(101))
                sides[1].value = 102
                shown.observe { log.append($0) }.store(in: bag)
                sides[0].value = 1
                side.value = 0
                expect(log).to(equal([0, 102, 1]))
            }

            it("nests, one deciding what another decides on") {
                let values = (0..<4).map { Variable($0) }
                let (high, low) = (Variable(0), Variable(0))
                let shown = high.flatMapLatest { high in low.flatMapLatest { low in values[2 * high + low] } }
                let log = Recording(of: shown)
                low.value = 1
                high.value = 1
                batch {
                    low.value = 0
                    high.value = 0
                    values[0].value = 10
                    values[3].value = 13
                }
                values[3].value = 14
                expect(log.values).to(equal([0, 1, 3, 10]))
            }

            it("shares an inner observable with others, who keep it when it is left") {
                let variable = Variable(1)
                var calls = 0
                let shared = variable.map { value in
                    calls += 1
                    return value * 10
                }
                let (first, second) = (Variable(true), Variable(true))
                let nothing = Variable(0)
                let log = Log()
                log.observe(first.flatMapLatest { $0 ? shared : nothing }, as: "a")
                log.observe(second.flatMapLatest { $0 ? shared : nothing }, as: "b")
                variable.value = 2
                first.value = false
                variable.value = 3
                second.value = false
                variable.value = 4
                first.value = true
                expect(log.lines).to(equal(["a10", "b10", "a20", "b20", "a0", "b30", "b0", "a40"]))
                expect(calls).to(equal(4))
            }

            it("forms diamonds without glitch") {
                let variable = Variable(1)
                let chosen = variable.flatMapLatest { value in value % 2 == 0 ? variable.map { $0 } : Variable(-1) }
                let other = variable.flatMapLatest { value in value % 3 == 0 ? chosen : variable.map { $0 * 10 } }
                let both = combine(chosen, other, variable).map { "\($0) \($1) \($2)" }
                let log = Recording(of: both)
                for value in 2...6 { variable.value = value }
                expect(log.values).to(
                    equal(["-1 10 1", "2 20 2", "-1 -1 3", "4 40 4", "-1 50 5", "6 6 6"])
                )
            }

            it("keeps the last value of an inner observable that nobody keeps") {
                let source = Variable(1)
                let result = source.flatMapLatest { value in Variable(value * 10) }
                let log = Recording(of: result)
                source.value = 2
                expect(result.value).to(equal(20))
                expect(log.values).to(equal([10, 20]))
            }

            it("goes on when only its observers keep it") {
                let sides = [Variable(0), Variable(100)]
                let side = Variable(0)
                let log = Recording(of: side.flatMapLatest { side in sides[side].map { $0 } })
                side.value = 1
                sides[1].value = 101
                side.value = 0
                sides[0].value = 1
                expect(log.values).to(equal([0, 100, 101, 0, 1]))
            }

            it("lifts what already waits in the queue when it switches to something higher in mid-turn") {
                let variable = Variable(0)
                var deep: Observable<Int> = variable
                for _ in 0..<10 { deep = deep.map { $0 + 1 } }
                // Observed, so that the turn has yet to come to it when the switch does.
                let other = deep.observe { _ in }
                let followed = variable.map { $0 > 0 }.flatMapLatest { [deep] in $0 ? deep : variable }
                var computed: [[Int]] = []
                // Waits from the beginning of the turn, for it reads the variable; rises with what it follows.
                let both = combine(variable, followed) { variable, followed in
                    computed.append([variable, followed])
                    return followed - variable
                }
                let delivered = Recording(of: both)
                variable.value = 1
                variable.value = 2
                other.cancel()
                expect(computed).to(equal([[0, 0], [1, 11], [2, 12]]))
                expect(delivered.values).to(equal([0, 10, 10]))
            }

            it("lifts what was made inside and already waits, when the switch above it rises in mid-turn") {
                let variable = Variable(0)
                var deep: Observable<Int> = variable
                for _ in 0..<10 { deep = deep.map { $0 + 1 } }
                let other = deep.observe { _ in }
                let followed = variable.map { $0 > 0 }.flatMapLatest { [deep] in $0 ? deep : variable }
                var computedInside: [Int] = []
                let result = followed.flatMapLatest { outer in
                    variable.map { inner in
                        computedInside.append(outer)
                        return outer * 100 + inner
                    }
                }
                let delivered = Recording(of: result)
                variable.value = 1
                other.cancel()
                expect(delivered.values).to(equal([0, 1101]))
                expect(computedInside).to(equal([0, 11]))
            }
        }

        for isObserved in [true, false] {
            describe("O2 a switch that is \(isObserved ? "observed" : "only read")") {
                var tally = Tally()
                var bag = SubscriptionBag()
                beforeEach {
                    tally = Tally()
                    bag = SubscriptionBag()
                }

                /// Observes, or reads for the first time.
                func use<Value>(_ observable: Observable<Value>) {
                    if isObserved { observable.observe { _ in }.store(in: bag) } else { _ = observable.value }
                    _ = tally.take()
                }

                /// What runs when `change` has been made and `end` read.
                func runs<Value>(in end: Observable<Value>, after change: () -> Void) -> [String] {
                    change()
                    _ = end.value
                    return tally.take()
                }

                it("follows the side that it is on, and only that") {
                    let (isLeft, left, right) = (Variable(true), Variable(1), Variable(2))
                    let chosen = isLeft.flatMapLatest { $0 ? left : right }.map { tally.note("chosen", $0) }
                    use(chosen)
                    expect(runs(in: chosen) { left.value = 5 }).to(equal(["chosen"]))
                    expect(runs(in: chosen) { right.value = 6 }).to(equal([]))
                    expect(chosen.value).to(equal(5))
                    expect(runs(in: chosen) { isLeft.value = false }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(6))
                    expect(runs(in: chosen) { left.value = 7 }).to(equal([]))
                    expect(runs(in: chosen) { right.value = 8 }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(8))
                    left.value = 9
                    expect(runs(in: chosen) { isLeft.value = true }).to(equal(["chosen"]))
                    expect(chosen.value).to(equal(9))
                }

                it("tells a side that has changed as often as the other from that other") {
                    let (isLeft, left, right) = (Variable(true), Variable(1), Variable(2))
                    let chosen = isLeft.flatMapLatest { $0 ? left : right }
                    left.value = 3
                    use(chosen)
                    isLeft.value = false
                    expect(chosen.value).to(equal(2))
                }

                it("computes a side only when it is on it") {
                    let (first, second) = (Variable(1), Variable(2))
                    let main = first.map { tally.note("main", $0) }
                    let spare = second.map { tally.note("spare", $0) }
                    let chosen = main.flatMapLatest { $0 != 0 ? main : spare }.map { tally.note("chosen", $0) }
                    use(chosen)
                    expect(runs(in: chosen) { first.value = 2 }).to(equal(["main", "chosen"]))
                    expect(runs(in: chosen) { second.value = 3 }).to(equal([]))
                    expect(runs(in: chosen) { first.value = 0 }).to(equal(["main", "spare", "chosen"]))
                    expect(chosen.value).to(equal(3))
                    expect(runs(in: chosen) { second.value = 4 }).to(equal(["spare", "chosen"]))
                    expect(chosen.value).to(equal(4))
                    expect(runs(in: chosen) { first.value = 5 }).to(equal(["main", "chosen"]))
                    expect(runs(in: chosen) { second.value = 6 }).to(equal([]))
                }
            }
        }
    }
}
