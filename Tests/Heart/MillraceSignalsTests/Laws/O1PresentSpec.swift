import MillraceSignals
import MillraceSpecs
import TestSupport

final class O1PresentSpec: Spec {
    func testSpec() {
        describe("O1 the value of an observable") {
            it("is always there, of a variable and of what derives from it") {
                let variable = Variable(3)
                expect(variable.value).to(equal(3))
                expect(variable.map { $0 * 2 }.value).to(equal(6))
                expect(variable.observable.value).to(equal(3))
            }

            it("is delivered to a new observer at once, and then every change") {
                let variable = Variable(1)
                let derived = variable.map { $0 * 10 }
                let log = Recording(of: derived)
                expect(log.values).to(equal([10]))
                variable.value = 2
                variable.value = 3
                expect(log.values).to(equal([10, 20, 30]))
            }

            it("outlives the variable that it derives from") {
                let derived = Variable(1).map { $0 + 1 }
                let log = Recording(of: derived)
                expect(derived.value).to(equal(2))
                expect(log.values).to(equal([2]))
            }
        }

        describe("O1 a new observer") {
            it("that comes in a batch after a set gets the new value, and not again when the batch is over") {
                let variable = Variable(0)
                let derived = variable.map { $0 * 10 }
                let log = Log()
                log.observe(derived, as: "a")
                batch {
                    variable.value = 1
                    log.observe(derived, as: "b")
                    log.observe(variable, as: "v")
                }
                expect(log.lines).to(equal(["a0", "b10", "v1", "a10"]))
            }

            it("that comes in a batch before a set gets both values") {
                let variable = Variable(0)
                let bag = SubscriptionBag()
                var log: [Int] = []
                batch {
                    variable.observe { log.append($0) }.store(in: bag)
                    variable.value = 1
                }
                expect(log).to(equal([0, 1]))
            }

            it("that comes in the midst of a delivery gets the value at once, and not again in that turn") {
                let variable = Variable(0)
                let derived = variable.map { $0 * 10 }
                let bag = SubscriptionBag()
                let log = Log()
                variable.observe { value in
                    guard value == 1 else { return }
                    log.observe(variable, as: "v")
                    log.observe(derived, as: "d")
                }.store(in: bag)
                log.observe(derived, as: "a")
                variable.value = 1
                expect(log.lines).to(equal(["a0", "v1", "d10", "a10"]))
                variable.value = 2
                expect(log.lines.dropFirst(4)).to(equal(["v2", "a20", "d20"]))
            }

            it("that sets what it observes gets what it set in a turn of its own") {
                let variable = Variable(0)
                let bag = SubscriptionBag()
                var log: [Int] = []
                variable.observe { value in
                    log.append(value)
                    if value < 3 { variable.value = value + 1 }
                }.store(in: bag)
                expect(log).to(equal([0, 1, 2, 3]))
            }
        }

        describe("O1 a signal that is held") {
            var emitter = Emitter<Int>()
            beforeEach { emitter = Emitter() }

            it("begins with the initial value and has the last from then on, observed or not") {
                let held = emitter.hold(0)
                expect(held.value).to(equal(0))
                emitter.send(1)
                expect(held.value).to(equal(1))
            }

            it("stays connected for as long as the observable lives, and no longer") {
                var calls = 0
                var held: Observable<Int>? = emitter.map { value in
                    calls += 1
                    return value
                }.hold(0)
                emitter.send(1)
                expect(held?.value).to(equal(1))
                held = nil
                emitter.send(2)
                expect(calls).to(equal(1))
            }

            it("stays connected for as long as something that is derived from it is kept") {
                let derived = emitter.hold(0).map { $0 * 10 }
                emitter.send(1)
                expect(derived.value).to(equal(10))
            }

            it("stays connected for as long as something that is derived from it is observed") {
                let log = Recording(of: emitter.hold(0).map { $0 * 10 })
                emitter.send(1)
                expect(log.values).to(equal([0, 10]))
                log.cancel()
                emitter.send(2)
                expect(log.values).to(equal([0, 10]))
            }

            it("keeps its last value when the signal finishes or is released") {
                let held = emitter.hold(0)
                emitter.send(1)
                emitter.finish()
                expect(held.value).to(equal(1))
                let other = Emitter<Int>().hold(5)
                expect(other.value).to(equal(5))
            }
        }
    }
}
