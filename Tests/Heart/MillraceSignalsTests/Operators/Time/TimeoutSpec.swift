import MillraceSignals
import MillraceSpecs
import TestSupport

final class TimeoutSpec: Spec {
    func testSpec() {
        describe("timeout") {
            itKeepsTheLawsOfTime(
                TimedCase(
                    "after three columns",
                    never: ("-----", "---|"),
                    empty: ("-|", "-|"),
                    one: ("-a------", "-a--|"),
                    many: ("ab-(cd)---e---|", "ab-(cd)--|"),
                    atTheBoundary: ("---a--b---", "---a--b--|"),
                    finishedWhilePending: ("--ab|", "--ab|")
                ) { source, scheduler in source.timeout(after: .milliseconds(30), on: scheduler) },
                TimedCase(
                    "after three columns, emitting a value",
                    never: ("-----", "---(z|)"),
                    empty: ("-|", "-|"),
                    one: ("-a------", "-a--(z|)"),
                    many: ("ab-(cd)---e---|", "ab-(cd)--(z|)"),
                    atTheBoundary: ("---a--b---", "---a--b--(z|)"),
                    finishedWhilePending: ("--ab--|", "--ab--|")
                ) { source, scheduler in
                    source.timeout(after: .milliseconds(30), emitting: Mark(name: "z"), on: scheduler)
                }
            )

            let time = TestScheduler()
            func pass() { time.advance(by: .milliseconds(10)) }
            itKeepsTheLaws(
                OperatorCase("that never comes", one: ";1;|", many: ";1;2;3;4;|", letTimePass: pass) { source, _ in
                    source.timeout(after: .milliseconds(11), on: time)
                },
                OperatorCase("that comes after the first value", one: ";1 |;", many: ";1 |;;;;", letTimePass: pass) {
                    source,
                    _ in source.timeout(after: .milliseconds(9), on: time)
                },
                OperatorCase("that emits a value", one: ";1 9 |;", many: ";1 9 |;;;;", letTimePass: pass) {
                    source,
                    tick in
                    func lastValue() -> Int {
                        tick()
                        return 9
                    }
                    return source.timeout(after: .milliseconds(9), emitting: lastValue(), on: time)
                }
            )

            var scheduler = TestScheduler()
            var log: [String] = []
            beforeEach {
                scheduler = TestScheduler()
                log = []
            }

            func observe(_ signal: Signal<String>) -> Subscription {
                func note(_ text: String) { log.append("\(text) at \(scheduler.now / .milliseconds(1))") }
                return signal.observe(onFinish: { note("|") }, note)
            }

            it("makes of random lines what a naive model makes") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    let (line, columns) = (RandomLine(using: &random), Int.random(in: 0...6, using: &random))
                    let scheduler = TestScheduler()
                    let source = scheduler.signal(line.text, Mark.table)
                    expect(source.timeout(after: scheduler.column * columns, on: scheduler), on: scheduler)
                        .to(emit(line.timedOut(columns).text, Mark.table), description: "\(line.text) by \(columns)")
                }
            }

            it("lets go of its source when the time is over") {
                let emitter = Emitter<String>()
                var released = 0
                let source = Signal { (inner: Emitter<String>) in
                    let subscription = emitter.observe { inner.send($0) }
                    return {
                        subscription.cancel()
                        released += 1
                    }
                }
                let subscription = observe(source.timeout(after: .milliseconds(10), on: scheduler))
                scheduler.advance(by: .milliseconds(10))
                expect(released).to(equal(1))
                emitter.send("late")
                expect(log).to(equal(["| at 10.0"]))
                subscription.cancel()
            }

            it("takes values that come as it is observed for values") {
                let subscription = observe(
                    Emitter<String>().prepend("a").timeout(after: .milliseconds(10), on: scheduler)
                )
                scheduler.advance(by: .milliseconds(9))
                expect(log).to(equal(["a at 0.0"]))
                scheduler.run()
                expect(log).to(equal(["a at 0.0", "| at 10.0"]))
                subscription.cancel()
            }

            it("counts what its observer sends") {
                let emitter = Emitter<String>()
                let timed = emitter.timeout(after: .milliseconds(10), on: scheduler)
                let subscriptions = [observe(timed), timed.observe { if $0 == "a" { emitter.send("b") } }]
                scheduler.advance(by: .milliseconds(9))
                emitter.send("a")
                scheduler.run()
                expect(log).to(equal(["a at 9.0", "b at 9.0", "| at 19.0"]))
                subscriptions.forEach { $0.cancel() }
            }

            it("does not compute its last value when that is not needed") {
                var computed = 0
                func lastValue() -> String {
                    computed += 1
                    return "z"
                }
                let emitter = Emitter<String>()
                let timed = emitter.timeout(after: .milliseconds(10), emitting: lastValue(), on: scheduler)
                observe(timed).cancel()
                let subscription = observe(timed)
                emitter.send("a")
                emitter.finish()
                scheduler.run()
                expect(computed).to(equal(0))
                subscription.cancel()
            }

            it("does not finish what is observed anew when its observer has left because of the last value") {
                let emitter = Emitter<String>()
                let timed = emitter.timeout(after: .milliseconds(10), emitting: "z", on: scheduler)
                var (first, second): (Subscription?, Subscription?)
                // Released when the delivery is over: then the chain has let go of its source, and begins anew.
                var farewell: OnDeinit? = OnDeinit { second = observe(timed) }
                first = timed.observe { [farewell] _ in
                    farewell?.touch()
                    first?.cancel()
                    first = nil
                }
                farewell = nil
                scheduler.advance(by: .milliseconds(10))
                expect(second).toNot(beNil())
                expect(log).to(beEmpty())
                emitter.send("a")
                expect(log).to(equal(["a at 10.0"]))
                scheduler.run()
                expect(log).to(equal(["a at 10.0", "z at 20.0", "| at 20.0"]))
                second?.cancel()
            }

            it("emits nothing after the last value, whatever its observer sends") {
                let emitter = Emitter<String>()
                let subscription = emitter.timeout(after: .milliseconds(20), emitting: "z", on: scheduler)
                    .observe(onFinish: { log.append("|") }) { value in
                        log.append(value)
                        if value == "z" { emitter.send("a") }
                    }
                scheduler.run()
                expect(log).to(equal(["z", "|"]))
                subscription.cancel()
            }

            it("sets one timer until the time might be over, however many values come") {
                let counting = CountingScheduler()
                let emitter = Emitter<Int>()
                let subscription = emitter.timeout(after: .milliseconds(20), on: counting).observe { _ in }
                for value in 0..<1000 { emitter.send(value) }
                expect(counting.timers).to(equal(1))
                subscription.cancel()
            }

            it("forgives a value that is late because the scheduler is") {
                let late = CountingScheduler()
                let emitter = Emitter<String>()
                let subscription = emitter.timeout(after: .milliseconds(20), on: late)
                    .observe(onFinish: { log.append("|") }) { log.append($0) }
                late.delay(by: .milliseconds(50))
                emitter.send("a")
                late.advance(by: .milliseconds(20))
                expect(log).to(equal(["a", "|"]))
                subscription.cancel()
            }
        }
    }
}
