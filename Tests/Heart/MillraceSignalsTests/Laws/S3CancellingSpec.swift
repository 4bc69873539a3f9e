import MillraceSignals
import MillraceSpecs
import TestSupport

final class S3CancellingSpec: Spec {
    func testSpec() {
        describe("S3 cancelling an observer of a signal") {
            var emitter = Emitter<Int>()
            var log: [String]!
            var subscriptions: [String: Subscription]!
            beforeEach {
                emitter = Emitter()
                log = []
                subscriptions = [:]
            }

            func observe(_ name: String, _ signal: Signal<Int>, then react: @escaping (Int) -> Void = { _ in }) {
                subscriptions[name] = signal.observe(onFinish: { log.append("\(name) finished") }) { value in
                    log.append("\(name)\(value)")
                    react(value)
                }
            }

            it("is the end of its being called") {
                observe("a", emitter)
                emitter.send(1)
                subscriptions["a"]?.cancel()
                emitter.send(2)
                expect(log).to(equal(["a1"]))
            }

            it("may be done twice") {
                observe("a", emitter)
                observe("b", emitter)
                subscriptions["a"]?.cancel()
                subscriptions["a"]?.cancel()
                subscriptions["a"] = nil
                emitter.send(1)
                expect(log).to(equal(["b1"]))
            }

            it("holds at once where an earlier observer does it in the midst of a delivery") {
                observe("a", emitter) { _ in subscriptions["b"]?.cancel() }
                observe("b", emitter)
                observe("c", emitter)
                emitter.send(1)
                emitter.send(2)
                expect(log).to(equal(["a1", "c1", "a2", "c2"]))
            }

            it("spares the observer the values that still wait") {
                observe("a", emitter) { value in
                    if value == 1 { emitter.send(2) }
                    if value == 2 { subscriptions["b"]?.cancel() }
                }
                observe("b", emitter)
                emitter.send(1)
                expect(log).to(equal(["a1", "b1", "a2"]))
            }

            it("also ends it when the subscription is only released") {
                observe("a", emitter) { _ in subscriptions["b"] = nil }
                observe("b", emitter)
                emitter.send(1)
                expect(log).to(equal(["a1"]))
            }

            it("may be done by the observer itself") {
                observe("a", emitter) { _ in subscriptions["a"] = nil }
                observe("b", emitter)
                emitter.send(1)
                emitter.send(2)
                expect(log).to(equal(["a1", "b1", "b2"]))
            }

            it("spares the observer the news that the signal has finished") {
                observe("a", emitter)
                observe("b", emitter)
                subscriptions["a"]?.cancel()
                emitter.finish()
                expect(log).to(equal(["b finished"]))
            }

            it("holds while the others are being told that the signal has finished") {
                subscriptions["a"] = emitter.observe(onFinish: { subscriptions["b"]?.cancel() }) { _ in }
                observe("b", emitter)
                observe("c", emitter)
                emitter.finish()
                expect(log).to(equal(["c finished"]))
            }

            it("lets the operators above it rest at once, also in the midst of a delivery") {
                var calls = 0
                let derived = emitter.map { value in
                    calls += 1
                    return value
                }
                observe("a", emitter) { _ in subscriptions["b"] = nil }
                observe("b", derived)
                emitter.send(1)
                expect(calls).to(equal(0))
                expect(log).to(equal(["a1"]))
            }
        }

        describe("S3 an observer that is added during a delivery") {
            it("does not get that value, but the next, also one that already waits") {
                let emitter = Emitter<Int>()
                let bag = SubscriptionBag()
                let log = Log()
                emitter.observe { value in
                    log("a\(value)")
                    guard value == 1 else { return }
                    emitter.send(2)
                    log.observe(emitter, as: "b")
                }.store(in: bag)
                emitter.send(1)
                expect(log.lines).to(equal(["a1", "a2", "b2"]))
            }

            it("does not get that value through an operator that was at rest") {
                let emitter = Emitter<Int>()
                let derived = emitter.map { $0 * 10 }
                let bag = SubscriptionBag()
                var log: [Int] = []
                emitter.observe { value in
                    if value == 1 { derived.observe { log.append($0) }.store(in: bag) }
                }.store(in: bag)
                emitter.send(1)
                emitter.send(2)
                expect(log).to(equal([20]))
            }
        }

        describe("S3 cancelling an observer of an observable") {
            it("holds at once where an earlier observer does it in the midst of a delivery") {
                let variable = Variable(0)
                let bag = SubscriptionBag()
                let log = Log()
                var second: Subscription?
                variable.observe { value in
                    log("a\(value)")
                    if value == 1 { second?.cancel() }
                }.store(in: bag)
                second = variable.observe { log("b\($0)") }
                log.observe(variable, as: "c")
                variable.value = 1
                expect(log.lines).to(equal(["a0", "b0", "c0", "a1", "c1"]))
            }

            it("holds for an observable that is still to be delivered in the same turn") {
                let variable = Variable(0)
                let derived = variable.map { $0 * 10 }
                let bag = SubscriptionBag()
                var log: [Int] = []
                var second: Subscription?
                variable.observe { if $0 == 1 { second = nil } }.store(in: bag)
                second = derived.observe { log.append($0) }
                variable.value = 1
                expect(second == nil).to(beTrue())
                expect(log).to(equal([0]))
            }
        }
    }
}
