import MillraceSignals
import MillraceSpecs

final class CallSpec: Spec {
    private struct Failing: Error, Equatable {}

    func testSpec() {
        var log: [String] = []
        beforeEach { log = [] }
        func observing(_ signal: Signal<Int>, _ name: String = "") -> Subscription {
            signal.observe(onFinish: { log.append("\(name)|") }) { log.append("\(name)\($0)") }
        }

        describe("call") {
            var scheduler = TestScheduler()
            var calls = 0
            beforeEach { (scheduler, calls) = (TestScheduler(), 0) }
            func make() -> Signal<Int> {
                .call(on: scheduler) {
                    calls += 1
                    let number = calls
                    try? await scheduler.sleep(for: .milliseconds(10))
                    return number
                }
            }

            it("calls nothing while nobody observes, and once for all observers") {
                let signal = make()
                scheduler.run()
                expect(calls).to(equal(0))
                let first = observing(signal, "a")
                scheduler.advance(by: .milliseconds(5))
                let second = observing(signal, "b")
                scheduler.run()
                expect(log).to(equal(["a1", "b1", "a|", "b|"]))
                expect(scheduler.now).to(equal(.milliseconds(10)))
                first.cancel()
                second.cancel()
            }

            it("calls again for each first observer") {
                let signal = make()
                for _ in 0..<2 {
                    let subscription = observing(signal)
                    scheduler.run()
                    subscription.cancel()
                }
                expect(log).to(equal(["1", "|", "2", "|"]))
            }

            it("delivers nothing when the last observer has left, and leaves nothing behind") {
                let signal = make()
                let subscription = observing(signal)
                scheduler.advance(by: .milliseconds(5))
                subscription.cancel()
                scheduler.run()
                expect(log).to(beEmpty())
                expect(scheduler.now).to(equal(.milliseconds(5)))
            }

            it("delivers a late result to nobody who has come meanwhile") {
                let signal = Signal<Int>.call(on: scheduler) {
                    calls += 1
                    let number = calls
                    await withCheckedContinuation { going in
                        scheduler.schedule(after: .seconds(number)) { going.resume() }
                    }
                    return number
                }
                observing(signal, "a").cancel()
                scheduler.run()
                let first = observing(signal, "b")
                scheduler.advance()
                first.cancel()
                let second = observing(signal, "c")
                scheduler.run()
                expect(log).to(equal(["c\(calls)", "c|"]))
                second.cancel()
            }

            it("gives the error that is thrown as a value") {
                let signal = Signal<Result<Int, Failing>>.tryCall(on: scheduler) { () throws(Failing) in throw Failing()
                }
                let results = Recording(of: signal)
                scheduler.run()
                expect(results.values).to(equal([.failure(Failing())]))
            }
        }
    }
}
