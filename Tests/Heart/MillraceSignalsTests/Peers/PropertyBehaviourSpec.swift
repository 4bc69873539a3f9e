import MillraceSignals
import MillraceSpecs
import TestSupport

/// Properties and bindings behave as other libraries' test suites check.
///
/// Which spec covers which behaviour: `Documentation/Contributing/SuitesCompared.md`.
final class PropertyBehaviourSpec: Spec {
    func testSpec() {
        var bag = SubscriptionBag()
        beforeEach { bag = SubscriptionBag() }

        describe("An observer of an observable") {
            it("reads there what it was called with, of what it observes and of what derives from it") {
                let variable = Variable(0)
                let derived = variable.map { $0 * 10 }
                var log: [String] = []
                variable.observe { log.append("\($0) \(variable.value) \(derived.value)") }.store(in: bag)
                derived.changes.observe { log.append("\($0) \(derived.value) \(variable.value)") }.store(in: bag)
                variable.value = 1
                expect(log).to(equal(["0 0 0", "1 1 10", "10 10 1"]))
            }

            it("may observe the same again, which hears of this value at once and once") {
                let variable = Variable(0)
                var log: [String] = []
                variable.observe { outer in
                    variable.observe { log.append("\(outer)>\($0)") }.store(in: bag)
                }.store(in: bag)
                expect(log).to(equal(["0>0"]))
                variable.value = 1
                expect(log).to(equal(["0>0", "1>1", "0>1"]))
            }

            it("may observe another whose observer observes the first") {
                let (a, b) = (Variable(0), Variable(0))
                var log: [Int] = []
                a.observe { _ in
                    b.observe { _ in
                        a.observe { log.append($0) }.store(in: bag)
                    }.store(in: bag)
                }.store(in: bag)
                expect(log).to(equal([0]))
                a.value = 1
                expect(Set(log)).to(equal([0, 1]))
                b.value = 1
                expect(log.last).to(equal(1))
            }
        }

        describe("A variable") {
            it("is swapped by an update that returns the old value, and notifies once") {
                let variable = Variable("a")
                let log = Recording(of: variable)
                let old = variable.update { value in
                    defer { value = "b" }
                    return value
                }
                expect(old).to(equal("a"))
                expect(log.values).to(equal(["a", "b"]))
            }
        }

        describe("A combination of a combination") {
            it("that is made when the first has long been in use agrees with it, in its value and for its observers") {
                let (a, b, c) = (Variable(1), Variable(100), Variable(10_000))
                let first = combine(a, b) { $0 + $1 }
                var (firstLog, secondLog): ([Int], [Int]) = ([], [])
                first.observe { firstLog.append($0) }.store(in: bag)
                a.value = 2
                b.value = 200
                let second = combine(first, c, a) { $0 + $1 + $2 }
                second.observe { secondLog.append($0) }.store(in: bag)
                expect(second.value).to(equal(10_204))
                a.value = 3
                c.value = 20_000
                expect([first.value, second.value]).to(equal([203, 20_206]))
                expect(firstLog).to(equal([101, 102, 202, 203]))
                expect(secondLog).to(equal([10_204, 10_206, 20_206]))
            }
        }

        describe("A filtered observable") {
            it("is made of its changes, held: it keeps what has passed, and the initial value until then") {
                let variable = Variable(1)
                let negative = variable.changes.filter { $0 < 0 }.hold(0)
                var log: [Int] = []
                for value in [2, -2, 0, -3] {
                    variable.value = value
                    log.append(negative.value)
                }
                expect(log).to(equal([0, -2, -2, -3]))
            }
        }

        describe("An observable of observables") {
            it("is flattened to the latest, and what was left before is released") {
                let living = LivingCount()
                func variable(_ number: Int) -> Variable<Int> { Variable(number) }
                func watched(_ variable: Variable<Int>) -> Observable<Int> { variable.map(living.watching { $0 }) }
                let (second, third) = (variable(10), variable(20))
                let outer = Variable(watched(variable(0)))
                let log = Recording(of: outer.flatMapLatest { $0 })
                outer.value = watched(second)
                expect(living.count).to(equal(1))
                second.value = 11
                outer.value = watched(third)
                expect(living.count).to(equal(1))
                second.value = 12
                third.value = 21
                expect(log.values).to(equal([0, 10, 11, 20, 21]))
            }

            it("is flattened to all of them by way of a signal of its values") {
                let (first, second) = (Variable(0), Variable(10))
                let outer = Variable(first as Observable<Int>)
                let log = Recording(of: outer.changes.prepend(outer.value).flatMap(.merge) { $0 })
                outer.value = second
                first.value = 1
                second.value = 11
                expect(log.values).to(equal([0, 10, 1, 11]))
            }
        }

        describe("A binding") {
            final class Screen { var title = 0 }

            /// Binds, lets the target go, and gives how often what is above was asked before and after.
            func calls(
                after send: (Int) -> Void,
                _ bind: (@escaping (Int) -> Int) -> Void,
                release: () -> Void
            ) -> [Int] {
                var calls = 0
                bind {
                    calls += 1
                    return $0
                }
                let start = calls
                send(1)
                let bound = calls - start
                release()
                for number in 2...4 { send(number) }
                // At the next value at the latest: the home may have looked after it before.
                return [bound, max(calls - start - bound, 1)]
            }

            it("of a signal leaves it at the next value when its target is gone, though the subscription is kept") {
                let emitter = Emitter<Int>()
                var (variable, screen): (Variable<Int>?, Screen?) = (Variable(0), Screen())
                expect(
                    calls(
                        after: emitter.send,
                        { body in variable.map { emitter.map(body).bind(to: $0).store(in: bag) } },
                        release: { variable = nil }
                    )
                ).to(equal([1, 1]))
                expect(
                    calls(
                        after: emitter.send,
                        { body in screen.map { emitter.map(body).bind(to: $0, \.title).store(in: bag) } },
                        release: { screen = nil }
                    )
                ).to(equal([1, 1]))
            }

            it("of an observable leaves it at the next change when its target is gone, though the subscription is kept")
            {
                let source = Variable(0)
                var (variable, screen): (Variable<Int>?, Screen?) = (Variable(0), Screen())
                expect(
                    calls(
                        after: { source.value = $0 },
                        { body in variable.map { source.map(body).bind(to: $0).store(in: bag) } },
                        release: { variable = nil }
                    )
                ).to(equal([1, 1]))
                expect(
                    calls(
                        after: { source.value = $0 },
                        { body in screen.map { source.map(body).bind(to: $0, \.title).store(in: bag) } },
                        release: { screen = nil }
                    )
                ).to(equal([1, 1]))
            }

            it("of values that are there at once sets the last of them") {
                let variable = Variable(0)
                let log = Recording(of: variable)
                atOnce(1, 2).bind(to: variable).store(in: bag)
                expect(log.values).to(equal([0, 1, 2]))
            }
        }
    }
}
