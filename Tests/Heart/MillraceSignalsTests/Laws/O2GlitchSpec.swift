import MillraceSignals
import MillraceSpecs

final class O2GlitchSpec: Spec {
    func testSpec() {
        describe("O2 a turn") {
            var computed: [String: Int] = [:]
            var bag = SubscriptionBag()
            beforeEach {
                computed = [:]
                bag = SubscriptionBag()
            }

            func counting<Input, Output>(_ name: String, _ body: @escaping (Input) -> Output) -> (Input) -> Output {
                { input in
                    computed[name, default: 0] += 1
                    return body(input)
                }
            }

            it("computes each side of a diamond once, and delivers once, nothing mixed") {
                let variable = Variable(1)
                let left = variable.map(counting("left") { $0 + 1 })
                let right = variable.map(counting("right") { $0 * 10 })
                let bottom = combine(left, right).map(counting("bottom") { "\($0) \($1)" })
                let log = Recording(of: bottom)
                computed = [:]
                variable.value = 2
                expect(log.values).to(equal(["2 10", "3 20"]))
                expect(computed).to(equal(["left": 1, "right": 1, "bottom": 1]))
            }

            it("waits with a short way for a long one") {
                let variable = Variable(1)
                let long = (0..<20).reduce(variable as Observable<Int>) { above, _ in above.map { $0 + 1 } }
                let both = combine([variable, long, variable]).map(counting("both") { $0 })
                let log = Recording(of: both)
                variable.value = 2
                expect(log.values).to(equal([[1, 21, 1], [2, 22, 2]]))
                expect(computed).to(equal(["both": 2]))
            }

            it("computes nothing below a selection that came out equal") {
                let variable = Variable(1)
                let parity = variable.select { $0 % 2 }
                let below = parity.map(counting("below") { $0 })
                let mixed = combine(below, variable).map(counting("mixed") { $0 * 100 + $1 })
                var (log, mixedLog): ([Int], [Int]) = ([], [])
                below.observe { log.append($0) }.store(in: bag)
                mixed.observe { mixedLog.append($0) }.store(in: bag)
                computed = [:]
                variable.value = 3
                expect(computed).to(equal(["mixed": 1]))
                variable.value = 4
                expect(computed).to(equal(["mixed": 2, "below": 1]))
                expect(log).to(equal([1, 0]))
                expect(mixedLog).to(equal([101, 103, 4]))
            }

            it("computes a wide diamond once a node, and what reads all of it once") {
                let variable = Variable(0)
                let wide = (0..<100).map { index in variable.map(counting("side \(index)") { $0 + index }) }
                let sum = combine(wide).map(counting("sum") { $0.reduce(0, +) })
                let log = Recording(of: sum)
                computed = [:]
                variable.value = 1
                expect(log.values).to(equal([4950, 5050]))
                expect(Set(computed.values)).to(equal([1]))
                expect(computed).to(haveCount(101))
            }

            it("shows every observer the same whole") {
                let variable = Variable(1)
                let double = variable.map { $0 * 2 }
                let triple = combine(variable, double).map { $0 + $1 }
                var seen: [[Int]] = []
                for observable in [variable, double, triple] {
                    observable.observe { _ in seen.append([variable.value, double.value, triple.value]) }.store(in: bag)
                }
                seen = []
                variable.value = 2
                expect(seen).to(equal([[2, 4, 6], [2, 4, 6], [2, 4, 6]]))
            }

            it("computes an observable that is read by another's closure before that goes on") {
                let variable = Variable(1)
                let deep = variable.map { $0 + 1 }.map { $0 + 1 }.map(counting("deep") { $0 + 1 })
                let reader = variable.map(counting("reader") { $0 * 100 + deep.value })
                deep.observe { _ in }.store(in: bag)
                let log = Recording(of: reader)
                computed = [:]
                variable.value = 2
                expect(log.values).to(equal([104, 205]))
                expect(computed).to(equal(["deep": 1, "reader": 1]))
            }
        }

        describe("O2 a derived observable that nobody observes") {
            it("computes when it is read, once, and again only after something has changed") {
                let variable = Variable(1)
                var calls = 0
                let derived = variable.map { value in
                    calls += 1
                    return value * 2
                }
                expect(calls).to(equal(0))
                expect([derived.value, derived.value]).to(equal([2, 2]))
                expect(calls).to(equal(1))
                variable.value = 2
                expect(calls).to(equal(1))
                expect([derived.value, derived.value]).to(equal([4, 4]))
                expect(calls).to(equal(2))
            }

            it("computes nothing below a selection that came out equal") {
                let variable = Variable(1)
                var calls = 0
                let derived = variable.select { $0 % 2 }.map { value in
                    calls += 1
                    return value
                }
                expect(derived.value).to(equal(1))
                variable.value = 3
                expect(derived.value).to(equal(1))
                expect(calls).to(equal(1))
                variable.value = 4
                expect(derived.value).to(equal(0))
                expect(calls).to(equal(2))
            }

            it("does not compute anew when it is observed with nothing changed, nor when it is left") {
                let variable = Variable(1)
                var calls = 0
                let derived = variable.map { value in
                    calls += 1
                    return value
                }
                expect(derived.value).to(equal(1))
                derived.observe { _ in }.cancel()
                expect(derived.value).to(equal(1))
                expect(calls).to(equal(1))
                variable.value = 2
                derived.observe { _ in }.cancel()
                expect(derived.value).to(equal(2))
                expect(calls).to(equal(2))
            }
        }

        describe("O2 a computation that sets what nobody observes") {
            it("is seen by what is read afterwards") {
                let (source, target) = (Variable(1), Variable(1))
                let setting = source.map { target.value = $0 * 2 }
                let derived = target.map { $0 + 100 }
                expect(derived.value).to(equal(101))
                setting.value
                expect(derived.value).to(equal(102))
            }

            it("counts what it sets of its own source as seen") {
                let (source, tally) = (Variable(1), Tally())
                let raised = source.map { value in
                    source.value = tally.note("raised", value + 1)
                    return source.value
                }
                for _ in 0..<2 { expect([raised.value, source.value]).to(equal([2, 2])) }
                expect(tally.take()).to(equal(["raised"]))
                source.value = 3
                expect([raised.value, source.value]).to(equal([4, 4]))
            }
        }

        describe("O2 the dependents of a source, computed one after the other") {
            it("compute where one of them cancels another, also the next") {
                for (cancelling, cancelled) in [(0, 0), (0, 1), (1, 0), (1, 2), (1, 3), (3, 0)] {
                    let source = Variable(0)
                    var subscriptions: [Subscription] = []
                    var isArmed = false
                    var seen: [Int: Int] = [:]
                    for number in 0..<4 {
                        let derived = source.map { value in
                            if isArmed, number == cancelling { subscriptions[cancelled].cancel() }
                            return value * 10 + number
                        }
                        subscriptions.append(derived.observe { seen[number] = $0 })
                    }
                    isArmed = true
                    source.value = 1
                    isArmed = false
                    let expected = Dictionary(
                        uniqueKeysWithValues: (0..<4).map { ($0, $0 == cancelled ? $0 : 10 + $0) }
                    )
                    expect(seen).to(equal(expected))
                }
            }

            it("compute once, before what depends on several of them") {
                let source = Variable(1)
                var computations = 0
                let (first, second) = (source.map { $0 + 1 }, source.map { $0 * 10 })
                let both = combine(first, second) { first, second in
                    computations += 1
                    return first + second
                }
                let deep = combine(source, both.map { $0 }) { $0 + $1 }
                var seen: [Int] = []
                let subscription = deep.observe { seen.append($0) }
                source.value = 2
                expect(seen).to(equal([13, 25]))
                expect(computations).to(equal(2))
                subscription.cancel()
            }
        }
    }
}
