import MillraceSignals
import MillraceSpecs
import TestSupport

final class DebounceSpec: Spec {
    func testSpec() {
        describe("debounce") {
            itKeepsTheLawsOfTime(
                TimedCase(
                    "of two columns",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "---a----"),
                    many: ("abc---d-e---f---|", "----c-----e---f-|"),
                    atTheBoundary: ("a-b-c------|", "------c----|"),
                    finishedWhilePending: ("a----bc|", "--a----(c|)")
                ) { source, scheduler in source.debounce(for: .milliseconds(20), on: scheduler) },
                TimedCase(
                    "of no time",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "-a------"),
                    many: ("abc---d-e---f---|", "abc---d-e---f---|"),
                    atTheBoundary: ("(abc)--", "c--    "),
                    finishedWhilePending: ("--(abc|)", "--(c|)")
                ) { source, scheduler in source.debounce(for: .zero, on: scheduler) }
            )

            let time = TestScheduler()
            func pass() { time.advance(by: .milliseconds(10)) }
            itKeepsTheLaws(
                OperatorCase("when it is quiet after each value", one: ";1;|", many: ";1;2;3;4;|", letTimePass: pass) {
                    source,
                    _ in source.debounce(for: .milliseconds(10), on: time)
                },
                OperatorCase("when it is never quiet", one: ";;1 |", many: ";;;;;4 |", letTimePass: pass) {
                    source,
                    _ in source.debounce(for: .milliseconds(20), on: time)
                }
            )

            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            it("makes of random lines what a naive model makes") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    let (line, columns) = (RandomLine(using: &random), Int.random(in: 0...4, using: &random))
                    let scheduler = TestScheduler()
                    let source = scheduler.signal(line.text, Mark.table)
                    expect(source.debounce(for: scheduler.column * columns, on: scheduler), on: scheduler)
                        .to(emit(line.debounced(columns).text, Mark.table), description: "\(line.text) by \(columns)")
                }
            }

            it("emits a value that is sent at the instant at which the one before was emitted, in its time") {
                let emitter = Emitter<String>()
                let debounced = emitter.debounce(for: scheduler.column, on: scheduler)
                keep(debounced.observe { if $0 == "a" { emitter.send("b") } })
                emitter.send("a")
                expect(debounced, on: scheduler).to(emit("-ab---"))
            }

            it("sets one timer however many values come, and none when nobody observes") {
                let counting = CountingScheduler()
                let emitter = Emitter<Int>()
                let debounced = emitter.debounce(for: .milliseconds(50), on: counting)
                emitter.send(0)
                expect(counting.timers).to(equal(0))
                let subscription = debounced.observe { _ in }
                for value in 1...1000 { emitter.send(value) }
                expect(counting.timers).to(equal(1))
                subscription.cancel()
            }

            it("is as exact when the scheduler is late") {
                let late = CountingScheduler()
                let emitter = Emitter<String>()
                var log: [String] = []
                let subscription = emitter.debounce(for: .milliseconds(20), on: late).observe {
                    log.append("\($0) at \(late.now / .milliseconds(1))")
                }
                emitter.send("a")
                late.delay(by: .milliseconds(15))
                emitter.send("b")
                late.advance(by: .milliseconds(19))
                expect(log).to(beEmpty())
                late.advance(by: .milliseconds(1))
                expect(log).to(equal(["b at 35.0"]))
                subscription.cancel()
            }

            context("of an observable") {
                it("begins with the present value, and follows when it has been quiet") {
                    let text = Variable("")
                    let calm = text.debounce(for: .milliseconds(20), on: scheduler)
                    let log = Recording(of: calm)
                    expect(log.values).to(equal([""]))
                    text.value = "a"
                    scheduler.advance(by: .milliseconds(10))
                    text.value = "ab"
                    scheduler.advance(by: .milliseconds(19))
                    expect(calm.value).to(equal(""))
                    scheduler.advance(by: .milliseconds(1))
                    expect(calm.value).to(equal("ab"))
                    expect(log.values).to(equal(["", "ab"]))
                }

                it("follows whether or not it is observed, as long as it is kept") {
                    let text = Variable("a")
                    var calm: Observable<String>? = text.debounce(for: .milliseconds(20), on: scheduler)
                    text.value = "b"
                    scheduler.advance(by: .milliseconds(20))
                    expect(calm?.value).to(equal("b"))
                    text.value = "c"
                    calm = nil
                    let start = scheduler.now
                    scheduler.run()
                    expect(scheduler.now).to(equal(start))
                }

                it("takes a batch for one change, and changes in a turn with what derives from it") {
                    let (first, second) = (Variable(1), Variable(2))
                    let sum = combine(first, second).map { $0 + $1 }
                    let calm = sum.debounce(for: .milliseconds(20), on: scheduler)
                    let log = Recording(of: combine(calm, calm.map { $0 * 10 })) { "\($0) \($1)" }
                    batch {
                        first.value = 5
                        second.value = 6
                        expect(calm.value).to(equal(3))
                    }
                    first.value = 7
                    scheduler.run()
                    expect(log.values).to(equal(["3 30", "13 130"]))
                }

                it("takes what its observer sets for another change") {
                    let number = Variable(0)
                    let calm = number.debounce(for: .milliseconds(20), on: scheduler)
                    keep(calm.observe { if $0 < 3 { number.value = $0 + 1 } })
                    expect(calm, on: scheduler).to(emit("0-1-2-3---", ["0": 0, "1": 1, "2": 2, "3": 3]))
                }

                it("leaves nothing behind when it is dropped while something is pending") {
                    let living = LivingCount()
                    do {
                        let variable = Variable(living.instance())
                        let calm = variable.debounce(for: .milliseconds(20), on: scheduler)
                        let subscription = calm.observe(living.watching { _ in })
                        variable.value = living.instance()
                        expect(living.count).to(equal(3))
                        withExtendedLifetime(subscription) {}
                    }
                    expect(living.count).to(equal(0))
                }
            }
        }
    }
}
