import MillraceSignals
import MillraceSpecs

private struct Failing: Error, Equatable {}

/// Signals and observables that are made of next to nothing: `just`, `empty`, `never`, `call`, a constant.
final class MakingSpec: Spec {
    func testSpec() {
        var log: [String] = []
        beforeEach { log = [] }
        func observing(_ signal: Signal<Int>, _ name: String = "") -> Subscription {
            signal.observe(onFinish: { log.append("\(name)|") }) { log.append("\(name)\($0)") }
        }

        describe("just") {
            it("emits the value as it is observed, and finishes, for each first observer") {
                let signal = Signal.just(7)
                for _ in 0..<2 { observing(signal).cancel() }
                expect(log).to(equal(["7", "|", "7", "|"]))
            }

            it("keeps its value no longer than it is kept") {
                expect { scene in
                    let signal = Signal.just(scene.instance())
                    signal.observe { _ in }.cancel()
                }.to(leakNothing())
            }

            it("may be what a switch goes on with") {
                let source = Emitter<Int>()
                let subscription = observing(source.flatMapLatest { $0 > 0 ? .just($0) : .empty })
                for number in [1, 0, 2] { source.send(number) }
                source.finish()
                expect(log).to(equal(["1", "2", "|"]))
                subscription.cancel()
            }
        }

        describe("empty") {
            it("finishes as it is observed, for each first observer") {
                let signal = Signal<Int>.empty
                for _ in 0..<2 { observing(signal).cancel() }
                expect(log).to(equal(["|", "|"]))
            }
        }

        describe("never") {
            it("emits nothing, and does not finish") {
                let subscription = observing(merge(.never, .just(1)))
                expect(log).to(equal(["1"]))
                subscription.cancel()
            }
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

            it("gives the error that is thrown as a value") {
                let signal = Signal<Result<Int, Failing>>.tryCall(on: scheduler) { () throws(Failing) in throw Failing()
                }
                var results: [Result<Int, Failing>] = []
                let subscription = signal.observe { results.append($0) }
                scheduler.run()
                expect(results).to(equal([.failure(Failing())]))
                subscription.cancel()
            }
        }

        describe("an observable that is a constant") {
            it("gives its value at once, and to what derives from it") {
                let (constant, variable) = (Observable(1), Variable(2))
                let sum = combine(constant, variable).map { $0 + $1 }
                var seen: [Int] = []
                let subscription = sum.observe { seen.append($0) }
                variable.value = 3
                expect(constant.value).to(equal(1))
                expect(seen).to(equal([3, 4]))
                subscription.cancel()
            }

            it("may stand where a variable does") {
                let choice = Variable(true)
                let (live, constant) = (Variable("live"), Observable("off line"))
                let title = choice.flatMapLatest { $0 ? live.observable : constant }
                choice.value = false
                expect(title.value).to(equal("off line"))
            }
        }
    }
}
