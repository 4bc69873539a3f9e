import MillraceSignals
import MillraceSpecs
import TestSupport

final class O9TrackedSpec: Spec {
    func testSpec() {
        describe("O9 a tracked observable") {
            var runs = 0
            beforeEach { runs = 0 }

            it("computes from what its closure reads, and follows that") {
                let (width, height) = (Variable(3), Variable(4))
                let area = Observable { read in
                    runs += 1
                    return read(width) * read(height)
                }
                expect(runs).to(equal(0))
                let log = Recording(of: area)
                batch {
                    width.value = 5
                    height.value = 6
                }
                height.value = 7
                expect(log.values).to(equal([12, 30, 35]))
                expect(runs).to(equal(3))
            }

            it("follows nothing that it did not read the last time") {
                let (isOn, left, right) = (Variable(true), Variable("left"), Variable("right"))
                let shown = Observable { read in
                    runs += 1
                    return read(isOn) ? read(left) : read(right)
                }
                let log = Recording(of: shown)
                right.value = "right 2"
                expect(runs).to(equal(1))
                expect(right.isObserved).to(beFalse())
                isOn.value = false
                left.value = "left 2"
                right.value = "right 3"
                expect(log.values).to(equal(["left", "right 2", "right 3"]))
                expect(runs).to(equal(3))
                expect(left.isObserved).to(beFalse())
            }

            it("follows what it reads twice once, wherever that is") {
                let variables = (0..<3).map { Variable($0) }
                let order = Variable([0, 0, 1, 0, 1, 2, 2])
                let sum = Observable { read in
                    runs += 1
                    return read(order).map { read(variables[$0]) }.reduce(0, +)
                }
                let log = Recording(of: sum)
                variables[0].value = 10
                order.value = [2, 2, 0, 2]
                variables[1].value = 1000
                variables[2].value = 3
                order.value = []
                variables[0].value = 4
                order.value = [1, 0, 1]
                expect(log.values).to(equal([6, 36, 16, 19, 0, 2004]))
                expect(runs).to(equal(6))
                expect(ObservableGraph(below: [variables[0]]).edges).to(haveCount(1))
            }

            it("follows any number, in any order, with anything left out, put in or repeated") {
                let variables = (0..<60).map { Variable($0) }
                let order = Variable([Int]())
                let total = Observable { read in read(order).reduce(0) { $0 &* 3 &+ read(variables[$1]) } }
                let log = Recording(of: total)
                programs(of: "orders") { dice in
                    var present = Array(0..<dice.roll(0...60))
                    for _ in 0..<10 {
                        for _ in 0..<dice.roll(0...3) where !present.isEmpty {
                            present.remove(at: dice.roll(0..<present.count))
                        }
                        for _ in 0..<dice.roll(0...3) {
                            present.insert(dice.roll(0..<60), at: dice.roll(0...present.count))
                        }
                        if dice.once(in: 4) { present.sort { $0 % 7 < $1 % 7 } }
                        order.value = present
                        let (changed, deliveries) = (dice.roll(0..<60), log.values.count)
                        variables[changed].value += 1
                        if log.values.last != present.reduce(0, { $0 &* 3 &+ variables[$1].value }) {
                            return "is wrong"
                        }
                        if (log.values.count > deliveries) != present.contains(changed) { return "follows others" }
                        for (index, variable) in variables.enumerated()
                        where variable.isObserved != present.contains(index) { return "is linked to others" }
                    }
                    return nil
                }
            }

            it("has no glitch, and computes once a turn, where what it reads rises in the turn") {
                let variable = Variable(1)
                let deep = (0..<20).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                let chosen = Observable { read in read(variable) < 2 ? read(variable) : read(deep) }
                let both = Observable { read in
                    runs += 1
                    return "\(read(variable)) \(read(chosen))"
                }
                let log = Recording(of: both)
                variable.value = 2
                variable.value = 3
                variable.value = 0
                expect(log.values).to(equal(["1 1", "2 22", "3 23", "0 0"]))
                expect(runs).to(equal(4))
            }

            it("reads what is settled, also after something deeper has lifted it") {
                let variable = Variable(0)
                func chain(_ length: Int) -> Observable<Int> {
                    (0..<length).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                }
                let (first, deep, middle) = (chain(2), chain(9), chain(5))
                keep(middle.observe { _ in })
                let all = Observable { read in
                    read(first) > 2 ? "\(read(first)) \(read(deep)) \(read(middle))" : "\(read(first))"
                }
                let log = Recording(of: all)
                variable.value = 1
                variable.value = 2
                expect(log.values).to(equal(["2", "3 10 6", "4 11 7"]))
            }

            it("passes on what is equal, and `select` does not") {
                let number = Variable(1)
                let plain = Recording(of: Observable { read in read(number) > 0 })
                let selected = Recording(of: Observable.select { read in read(number) > 0 })
                number.value = 2
                number.value = -1
                expect(plain.values).to(equal([true, true, false]))
                expect(selected.values).to(equal([true, false]))
            }

            it("does not compute where what it has read stops the change") {
                let number = Variable(1)
                let isPositive = number.select { $0 > 0 }
                let text = Observable { read in
                    runs += 1
                    return read(isPositive) ? "+" : "-"
                }
                let log = Recording(of: text)
                number.value = 2
                number.value = -2
                expect(log.values).to(equal(["+", "-"]))
                expect(runs).to(equal(2))
            }

            it("computes when it is read, if what it has read has changed, where nobody observes it") {
                let (isOn, left, right) = (Variable(true), Variable(1), Variable(2))
                let shown = Observable { read in
                    runs += 1
                    return read(isOn) ? read(left) : read(right)
                }
                expect([shown.value, shown.value]).to(equal([1, 1]))
                expect(runs).to(equal(1))
                right.value = 3
                expect(shown.value).to(equal(1))
                expect(runs).to(equal(1))
                isOn.value = false
                expect([shown.value, shown.value]).to(equal([3, 3]))
                left.value = 5
                expect(shown.value).to(equal(3))
                expect(runs).to(equal(2))
            }

            it("reads anew what its closure has set, which nobody observes") {
                let count = Variable(0)
                let twice = count.map { $0 * 2 }
                let tracked = Observable { read in
                    let first = read(twice)
                    count.value += 1
                    return [first, read(twice)]
                }
                expect(tracked.value).to(equal([0, 2]))
            }

            it("keeps its value when its last observer goes, and when the first one comes") {
                let variable = Variable(1)
                let shown = Observable { read in
                    runs += 1
                    return read(variable)
                }
                expect(shown.value).to(equal(1))
                let subscription = shown.observe { _ in }
                subscription.cancel()
                expect(shown.value).to(equal(1))
                expect(runs).to(equal(1))
                variable.value = 2
                expect(shown.value).to(equal(2))
                expect(runs).to(equal(2))
            }

            it("is present in a batch, and in an observer") {
                let (isOn, left, right) = (Variable(true), Variable(1), Variable(2))
                let shown = Observable { read in read(isOn) ? read(left) : read(right) }
                var seen: [Int] = []
                let log = Recording(of: shown)
                batch {
                    isOn.value = false
                    seen.append(shown.value)
                    right.value = 3
                    seen.append(shown.value)
                    isOn.value = true
                    left.value = 4
                    seen.append(shown.value)
                }
                keep(
                    left.observe {
                        guard $0 == 5 else { return }
                        isOn.value = false
                        seen.append(shown.value)
                    }
                )
                left.value = 5
                expect(seen).to(equal([2, 3, 4, 3]))
                expect(log.values).to(equal([1, 4, 5, 3]))
            }

            it("follows what is made where it reads, and lets go of it") {
                let (variable, factor) = (Variable(1), Variable(10))
                let living = LivingCount()
                let product = Observable { read in
                    let factor = read(factor)
                    return read(variable.map(living.watching { $0 * factor }))
                }
                let log = Recording(of: product)
                variable.value = 2
                factor.value = 100
                batch {
                    variable.value = 3
                    factor.value = 1000
                }
                expect(log.values).to(equal([10, 20, 200, 3000]))
                expect(living.count).to(equal(1))
            }

            it("is observed where the observable itself is dropped") {
                let (isOn, left, right) = (Variable(true), Variable(1), Variable(2))
                var seen: [Int] = []
                let subscription = Observable { read in read(isOn) ? read(left.map { $0 }) : read(right.map { $0 }) }
                    .observe { seen.append($0) }
                left.value = 3
                isOn.value = false
                right.value = 4
                left.value = 5
                isOn.value = true
                expect(seen).to(equal([1, 3, 2, 4, 5]))
                subscription.cancel()
                expect(left.isObserved || right.isObserved || isOn.isObserved).to(beFalse())
            }

            it("works within the closure of a flatMapLatest, and reads one") {
                let (index, isOn) = (Variable(0), Variable(true))
                let rows = (0..<3).map { Variable($0 * 10) }
                let row = index.flatMapLatest { index in Observable { read in read(isOn) ? read(rows[index]) : -1 } }
                let log = Recording(of: Observable { read in "\(read(index)): \(read(row))" })
                index.value = 2
                rows[2].value = 21
                isOn.value = false
                batch {
                    index.value = 1
                    isOn.value = true
                }
                expect(log.values).to(equal(["0: 0", "2: 20", "2: 21", "2: -1", "1: 10"]))
            }

            it("does not compute what it will not read, however late that turns out") {
                for length in [0, 1, 2, 9] {
                    let (text, parses) = (Variable("1"), Variable(0))
                    let parsed = text.map { text in
                        parses.value += 1
                        if Int(text) == nil { fail("parses what is not valid") }
                        return Int(text) ?? -1
                    }
                    let isValid = (0..<length).reduce(text.map { Int($0) != nil }) { above, _ in above.map { $0 } }
                    let number = Observable { read in read(isValid) ? read(parsed) : 0 }
                    let shown = Observable.select { read in "\(read(isValid) ? read(number) : -1)" }
                    expect(shown.value).to(equal("1"))
                    text.value = "x"
                    expect(shown.value).to(equal("-1"))
                    text.value = "2"
                    let log = Recording(of: shown)
                    text.value = "?"
                    text.value = "3"
                    batch {
                        text.value = "!"
                        expect(number.value).to(equal(0))
                    }
                    text.value = "4"
                    expect(log.values).to(equal(["2", "-1", "3", "-1", "4"]))
                    expect(parses.value).to(equal(4))
                }
            }

            it("computes what was put off, where an observer comes or another reads it") {
                let (number, isOn) = (Variable(1), Variable(true))
                let twice = number.map { $0 * 2 }
                let late = (0..<5).reduce(isOn as Observable<Bool>) { above, _ in above.select { $0 } }
                let first = Observable { read in read(late) ? read(twice) : 0 }
                let second = Observable { read in read(number) > 2 ? read(twice) : -1 }
                let log = Recording(of: Observable { read in "\(read(first)) \(read(second))" })
                number.value = 2
                number.value = 3
                batch {
                    number.value = 4
                    isOn.value = false
                }
                isOn.value = true
                expect(log.values).to(equal(["2 -1", "4 -1", "6 6", "0 8", "8 8"]))
            }

            it("may be cancelled, and left, by its own closure") {
                let (variable, other) = (Variable(0), Variable(0))
                let living = LivingCount()
                var subscription: Subscription?
                let tracked: Observable<Int> = Observable(
                    living.watching { (read: Reader) -> Int in
                        let value = read(variable)
                        if value == 1 { subscription?.cancel() }
                        return value + read(other)
                    }
                )
                subscription = tracked.observe { _ in }
                variable.value = 1
                expect(variable.isObserved || other.isObserved).to(beFalse())
                other.value = 5
                expect(tracked.value).to(equal(6))
            }

            it("leaves nothing linked that it read before and does not read when it is first observed") {
                let (isOn, left, right) = (Variable(true), Variable(1), Variable(2))
                let mapped = left.map { $0 }
                let tracked = Observable { read in read(isOn) ? read(mapped) : read(right) }
                expect(tracked.value).to(equal(1))
                isOn.value = false
                let subscription = tracked.observe { _ in }
                expect(left.isObserved).to(beFalse())
                subscription.cancel()
                expect(isOn.isObserved || right.isObserved).to(beFalse())
            }

            it("reads anew where it was let go before it had computed, and nothing that it does not read any more") {
                for isObservedAgain in [false, true] {
                    let (isValid, text) = (Variable(true), Variable("1"))
                    let parsed = text.map { text in
                        if Int(text) == nil { fail("parses what is not valid; observed again: \(isObservedAgain)") }
                        return Int(text) ?? -1
                    }
                    let number = Observable { read in read(isValid) ? read(parsed) : 0 }
                    let subscription = number.observe { _ in }
                    batch {
                        isValid.value = false
                        text.value = "x"
                        subscription.cancel()
                    }
                    if isObservedAgain { keep(number.observe { _ in }) }
                    expect(number.value).to(equal(0))
                }
            }

            it("computes once where one of 10,000 changes that it reads, or all of them") {
                let variables = (0..<10_000).map { Variable($0 & 1) }
                let sum = Observable { read in
                    runs += 1
                    return variables.reduce(0) { $0 + read($1) }
                }
                let log = Recording(of: sum)
                variables[5_000].value += 1
                variables[9_999].value += 1
                batch { variables.forEach { $0.value += 1 } }
                expect(log.values).to(equal([5_000, 5_001, 5_002, 15_002]))
                expect(runs).to(equal(4))
            }

            it("looks at each once that it reads, where none of them passes its change on") {
                let variable = Variable(0)
                let parts = (0..<Programs.size(150_000)).map { number in variable.select { $0 > number } }
                let count = Observable { read in
                    runs += 1
                    return parts.reduce(0) { read($1) ? $0 + 1 : $0 }
                }
                let log = Recording(of: count)
                // If it looked at all of them for each, this would take minutes.
                variable.value = -1
                variable.value = 2
                expect(log.values).to(equal([0, 2]))
                expect(runs).to(equal(2))
            }

            it("looks at each once that it is derived from, however many ways lead to it, where it is read") {
                let variable = Variable(0)
                var last: Observable<Int> = variable
                var subscription: Subscription?
                let levels = Programs.size(12_500)
                for _ in 0..<levels {
                    let above = last
                    let (left, right) = (Observable { read in read(above) + 1 }, Observable { read in read(above) })
                    last = Observable { read in max(read(left), read(right)) }
                    subscription = last.observe { _ in }
                }
                subscription?.cancel()
                variable.value = 1
                // If each looked at all above it anew, this would take minutes.
                expect(last.value).to(equal(levels + 1))
            }

            it("has a name, and appears in a flowchart") {
                let variable = Variable(1).named("variable")
                let tracked = Observable { read in read(variable) }.named("tracked")
                let subscription = tracked.observe { _ in }
                expect(flowchart(below: variable)).to(contain("n2[\"tracked<br/>height 1, 1 observer\"]"))
                expect(tracked.description).to(equal("\"tracked\" (Observable<Int>)"))
                withExtendedLifetime(subscription) {}
            }
        }
    }
}
