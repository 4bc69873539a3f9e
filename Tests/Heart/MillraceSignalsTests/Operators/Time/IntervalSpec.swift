import MillraceSignals
import MillraceSpecs
import TestSupport

final class IntervalSpec: Spec {
    func testSpec() {
        var scheduler = TestScheduler()
        var log: [String] = []
        beforeEach {
            scheduler = TestScheduler()
            log = []
        }

        func note(_ text: String) { log.append("\(text) at \(scheduler.now / .milliseconds(1))") }

        describe("an interval") {
            func ticking(_ columns: Int) -> Signal<Int> { .interval(scheduler.column * columns, on: scheduler) }
            let digits = Dictionary(uniqueKeysWithValues: (0...9).map { ("\($0)", $0) })

            it("emits nothing while nobody observes") {
                _ = ticking(1)
                scheduler.advance(by: .seconds(1))
                expect(scheduler.isIdle).to(beTrue())
            }

            it("emits nothing before one interval has passed") {
                expect(ticking(3), on: scheduler).to(emit("---", digits))
            }

            it("counts, the first value at the instant at which one interval has passed") {
                expect(ticking(3), on: scheduler).to(emit("---0--1--2-", digits))
                expect(ticking(1), on: scheduler).to(emit("-01234", digits))
            }

            it("ends its timer when it is cancelled") {
                let subscription = ticking(1).observe { note("\($0)") }
                scheduler.advance(by: .milliseconds(25))
                subscription.cancel()
                expect(scheduler.isIdle).to(beTrue())
                expect(log).to(equal(["0 at 10.0", "1 at 20.0"]))
            }

            it("ends its timer when its observer leaves in the midst of a delivery") {
                var subscription: Subscription?
                subscription = ticking(1).observe { value in
                    note("\(value)")
                    subscription = nil
                }
                scheduler.advance(by: .milliseconds(50))
                expect(log).to(equal(["0 at 10.0"]))
                expect(subscription).to(beNil())
                expect(scheduler.isIdle).to(beTrue())
            }

            it("is joined by later observers, and counts anew with each first one") {
                let clock = ticking(1)
                for _ in 0..<2 {
                    let first = clock.observe { note("first \($0)") }
                    scheduler.advance(by: .milliseconds(15))
                    let second = clock.observe { note("second \($0)") }
                    scheduler.advance(by: .milliseconds(5))
                    first.cancel()
                    second.cancel()
                }
                expect(log).to(
                    equal([
                        "first 0 at 10.0", "first 1 at 20.0", "second 1 at 20.0",
                        "first 0 at 30.0", "first 1 at 40.0", "second 1 at 40.0",
                    ])
                )
            }

            it("starts again for an observer that leaves and observes within a delivery") {
                let clock = ticking(1)
                var subscription: Subscription?
                func observe() {
                    subscription = clock.observe { value in
                        note("\(value)")
                        subscription?.cancel()
                        observe()
                    }
                }
                observe()
                scheduler.advance(by: .milliseconds(30))
                expect(log).to(equal(["0 at 10.0", "0 at 20.0", "0 at 30.0"]))
                subscription = nil
            }

            it("is kept by the scheduler while it is observed, and dropped with the owner of its observer") {
                let living = LivingCount()
                var owner: Tracked? = living.instance()
                if let owner {
                    ticking(1).observe(for: owner) { [tracked = living.instance()] _, value in
                        withExtendedLifetime(tracked) { note("\(value)") }
                    }
                }
                scheduler.advance(by: .milliseconds(20))
                expect(log).to(equal(["0 at 10.0", "1 at 20.0"]))
                owner = nil
                scheduler.advance(by: .milliseconds(10))
                expect(log).to(haveCount(2))
                expect(living.count).to(equal(0))
                expect(scheduler.isIdle).to(beTrue())
            }

            it("released on another thread, emits nothing more, and is gone when it would have emitted") {
                let living = LivingCount()
                var subscription: Subscription? = ticking(1).observe(
                    living.watching { note("\($0)") }
                )
                scheduler.advance(by: .milliseconds(15))
                releaseElsewhere(&subscription)
                scheduler.advance(by: .milliseconds(5))
                expect(log).to(equal(["0 at 10.0"]))
                expect(living.count).to(equal(0))
                expect(scheduler.isIdle).to(beTrue())
            }

            it("keeps to the multiples of the interval when it is late, and leaves out what it has missed") {
                let late = CountingScheduler()
                let subscription = Signal.interval(.milliseconds(10), on: late).observe { value in
                    log.append("\(value) at \(late.now / .milliseconds(1))")
                    if value == 1 { late.delay(by: .milliseconds(34)) }
                }
                late.advance(by: .milliseconds(36))
                expect(log).to(equal(["0 at 10.0", "1 at 20.0", "2 at 64.0", "3 at 70.0"]))
                subscription.cancel()
            }

            it("does not emit twice when it is late by a whole number of intervals that floating point cannot tell") {
                let (late, interval) = (CountingScheduler(), Duration.seconds(1) / 3)
                let subscription = Signal.interval(interval, on: late).observe { value in
                    log.append("\(value)")
                }
                for _ in 0..<100 {
                    late.delay(by: interval * 97)
                    late.advance(by: interval)
                }
                expect(log).to(haveCount(100))
                subscription.cancel()
            }
        }

        describe("a timer") {
            func timer(_ columns: Int) -> Signal<String> {
                Signal.timer(after: scheduler.column * columns, on: scheduler).map { "x" }
            }

            it("emits once when the time has passed, and finishes") {
                expect(timer(3), on: scheduler).to(emit("---(x|)"))
                expect(timer(3), on: scheduler).to(emit("---"))
            }

            it("emits as soon as possible, but not at once, when there is no time to wait") {
                for columns in [0, -1] {
                    log = []
                    let subscription = timer(columns).observe { note($0) }
                    expect(log).to(beEmpty())
                    scheduler.advance()
                    expect(log).to(equal(["x at 0.0"]))
                    subscription.cancel()
                }
            }

            it("ends when it is cancelled") {
                timer(3).observe { note($0) }.cancel()
                expect(scheduler.isIdle).to(beTrue())
            }

            it("is joined by later observers, and waits anew with each first one, also after it has finished") {
                let timer = timer(2)
                for _ in 0..<2 {
                    let first = timer.observe(onFinish: { note("first |") }) { note("first \($0)") }
                    scheduler.advance(by: scheduler.column)
                    let second = timer.observe(onFinish: { note("second |") }) { note("second \($0)") }
                    scheduler.advance(by: scheduler.column)
                    first.cancel()
                    second.cancel()
                }
                let one = ["first x at 20.0", "second x at 20.0", "first | at 20.0", "second | at 20.0"]
                expect(log).to(equal(one + one.map { $0.replacing("20.0", with: "40.0") }))
            }

            it("is kept by the scheduler until it emits, and leaves nothing behind") {
                let living = LivingCount()
                let owner = living.instance()
                Signal.timer(after: .seconds(1), on: scheduler).observe(for: owner) {
                    [tracked = living.instance()] _, _ in withExtendedLifetime(tracked) { note("x") }
                }
                scheduler.run()
                expect(log).to(equal(["x at 1000.0"]))
                expect(living.count).to(equal(1))
            }

            it("drives what follows, as a retry after a pause or a deadline") {
                let emitter = Emitter<String>()
                let deadline = Signal.timer(after: .milliseconds(20), on: scheduler)
                let subscription = emitter.prefix(until: deadline).observe(onFinish: { note("|") }) { note($0) }
                emitter.send("a")
                scheduler.advance(by: .milliseconds(20))
                emitter.send("b")
                expect(log).to(equal(["a at 0.0", "| at 20.0"]))
                subscription.cancel()
            }
        }
    }
}
