import MillraceSignals
import MillraceSpecs
import TestSupport

final class DelaySpec: Spec {
    func testSpec() {
        describe("delay") {
            itKeepsTheLawsOfTime(
                TimedCase(
                    "of three columns",
                    never: ("-----", "-----"),
                    empty: ("---|", "------|"),
                    one: ("-a------", "----a---"),
                    many: ("ab-(cd)-----e|", "---ab-(cd)-----e|"),
                    atTheBoundary: ("a--b--(cd|)", "---a--b--(cd|)"),
                    finishedWhilePending: ("ab|", "---ab|")
                ) { source, scheduler in source.delay(for: .milliseconds(30), on: scheduler) },
                TimedCase(
                    "of no time",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "-a------"),
                    many: ("ab-(cd)-----e|", "ab-(cd)-----e|"),
                    atTheBoundary: ("(ab)-", "(ab)-"),
                    finishedWhilePending: ("(ab|)", "(ab|)")
                ) { source, scheduler in source.delay(for: .zero, on: scheduler) }
            )

            let time = TestScheduler()
            func pass() { time.advance(by: .milliseconds(10)) }
            itKeepsTheLaws(
                OperatorCase(
                    "by as long as it takes to the next value",
                    one: ";1;|",
                    many: ";1;2;3;4;|",
                    letTimePass: pass
                ) {
                    source,
                    _ in source.delay(for: .milliseconds(10), on: time)
                }
            )

            var scheduler = TestScheduler()
            var log: [String] = []
            beforeEach {
                scheduler = TestScheduler()
                log = []
            }

            func note(_ text: String, _ scheduler: some Scheduler) {
                log.append("\(text) at \(scheduler.now / .milliseconds(1))")
            }

            it("makes of random lines what a naive model makes") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    let (line, columns) = (RandomLine(using: &random), Int.random(in: 0...6, using: &random))
                    let scheduler = TestScheduler()
                    let source = scheduler.signal(line.text, Mark.table)
                    expect(source.delay(for: scheduler.column * columns, on: scheduler), on: scheduler)
                        .to(emit(line.delayed(columns).text, Mark.table), description: "\(line.text) by \(columns)")
                }
            }

            it("never emits before a send has returned, also when it delays by no time") {
                let emitter = Emitter<String>()
                let subscription = emitter.delay(for: .zero, on: scheduler).observe { note($0, scheduler) }
                emitter.send("a")
                expect(log).to(beEmpty())
                scheduler.advance()
                expect(log).to(equal(["a at 0.0"]))
                subscription.cancel()
            }

            it("delays what its observer sends") {
                let emitter = Emitter<String>()
                let subscription = emitter.delay(for: .milliseconds(10), on: scheduler).observe { value in
                    note(value, scheduler)
                    if value == "a" { emitter.send("c") }
                }
                emitter.send("a")
                scheduler.advance(by: .milliseconds(5))
                emitter.send("b")
                scheduler.run()
                expect(log).to(equal(["a at 10.0", "b at 15.0", "c at 20.0"]))
                subscription.cancel()
            }

            it("emits nothing more of one instant when its observer leaves in the midst of that") {
                let emitter = Emitter<String>()
                var subscription: Subscription?
                subscription = emitter.delay(for: .milliseconds(10), on: scheduler).observe { value in
                    note(value, scheduler)
                    subscription?.cancel()
                }
                emitter.send("a")
                emitter.send("b")
                emitter.finish()
                scheduler.run()
                expect(log).to(equal(["a at 10.0"]))
            }

            it("emits nothing of one run in the next, when its observer's leaving makes another one observe") {
                let emitter = Emitter<String>()
                let delayed = emitter.delay(for: .milliseconds(10), on: scheduler)
                var (first, second): (Subscription?, Subscription?)
                // Released when the delivery is over: then the chain has let go of its source, and begins anew.
                var farewell: OnDeinit? = OnDeinit { second = delayed.observe { note($0, scheduler) } }
                first = delayed.observe { [farewell] _ in
                    farewell?.touch()
                    first?.cancel()
                    first = nil
                }
                farewell = nil
                emitter.send("a")
                emitter.send("b")
                scheduler.run()
                expect(second).toNot(beNil())
                expect(log).to(beEmpty())
                emitter.send("c")
                scheduler.run()
                expect(log).to(equal(["c at 20.0"]))
                second?.cancel()
            }

            it("emits all that is due when the scheduler is late, and what is not in its time") {
                let late = CountingScheduler()
                let emitter = Emitter<String>()
                let subscription = emitter.delay(for: .milliseconds(20), on: late).observe { note($0, late) }
                emitter.send("a")
                late.advance(by: .milliseconds(5))
                emitter.send("b")
                late.advance(by: .milliseconds(10))
                emitter.send("c")
                late.delay(by: .milliseconds(12))
                late.advance(by: .milliseconds(50))
                expect(log).to(equal(["a at 32.0", "b at 32.0", "c at 35.0"]))
                expect(late.timers).to(equal(2))
                subscription.cancel()
            }

            it("sets one timer however many values are under way") {
                let counting = CountingScheduler()
                let emitter = Emitter<Int>()
                let subscription = emitter.delay(for: .milliseconds(20), on: counting).observe { _ in }
                for value in 0..<1000 { emitter.send(value) }
                expect(counting.timers).to(equal(1))
                subscription.cancel()
            }

            it("delays the end alone by as much") {
                let emitter = Emitter<String>()
                let subscription = emitter.delay(for: .milliseconds(10), on: scheduler)
                    .observe(onFinish: { note("|", scheduler) }) { _ in }
                emitter.finish()
                scheduler.run()
                expect(log).to(equal(["| at 10.0"]))
                subscription.cancel()
            }
        }
    }
}
