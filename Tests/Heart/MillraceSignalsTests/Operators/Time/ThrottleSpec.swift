import MillraceSignals
import MillraceSpecs
import TestSupport

final class ThrottleSpec: Spec {
    func testSpec() {
        describe("throttle") {
            itKeepsTheLawsOfTime(
                TimedCase(
                    "to the first and the last",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "-a------"),
                    many: ("abcdef-----gh--i-|", "a--d--f----g--h--(i|)"),
                    atTheBoundary: ("ab-c---d--e", "a--c---d--e"),
                    finishedWhilePending: ("ab|", "a--(b|)")
                ) { source, scheduler in source.throttle(for: .milliseconds(30), on: scheduler) },
                TimedCase(
                    "to the first alone",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "-a------"),
                    many: ("abcdef-----gh--i-|", "a--d-------g---i-|"),
                    atTheBoundary: ("ab-c---d--e", "a--c---d--e"),
                    finishedWhilePending: ("abc|", "a--|")
                ) { source, scheduler in source.throttle(for: .milliseconds(30), latest: false, on: scheduler) },
                TimedCase(
                    "to no time",
                    never: ("-----", "-----"),
                    empty: ("---|", "---|"),
                    one: ("-a------", "-a------"),
                    many: ("abc--(de)--|", "abc--(de)--|"),
                    atTheBoundary: ("(abc)--", "(abc)--"),
                    finishedWhilePending: ("--(abc|)", "--(abc|)")
                ) { source, scheduler in source.throttle(for: .zero, on: scheduler) }
            )

            let time = TestScheduler()
            func pass() { time.advance(by: .milliseconds(10)) }
            itKeepsTheLaws(
                OperatorCase("to the first and the last", one: ";1;|", many: ";1;2;;4;|", letTimePass: pass) {
                    source,
                    _ in source.throttle(for: .milliseconds(20), on: time)
                },
                OperatorCase("to the first alone", one: ";1;|", many: ";1;;3;;|", letTimePass: pass) {
                    source,
                    _ in source.throttle(for: .milliseconds(20), latest: false, on: time)
                }
            )

            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            it("makes of random lines what a naive model makes") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    let (line, columns) = (RandomLine(using: &random), Int.random(in: 0...4, using: &random))
                    let latest = Bool.random(using: &random)
                    let scheduler = TestScheduler()
                    let source = scheduler.signal(line.text, Mark.table)
                    let throttled = source.throttle(for: scheduler.column * columns, latest: latest, on: scheduler)
                    expect(throttled, on: scheduler).to(
                        emit(line.throttled(columns, latest: latest).text, Mark.table),
                        description: "\(line.text) by \(columns), \(latest ? "latest" : "first")"
                    )
                }
            }

            it("keeps to its rate, whatever that of its source") {
                let drawings: [(columns: Int, source: String, latest: String, first: String)] = [
                    (0, "abcdefgh|", "abcdefgh|", "abcdefgh|"),
                    (1, "abcdefgh|", "abcdefgh|", "abcdefgh|"),
                    (2, "abcdefgh|", "a-c-e-g-(h|)", "a-c-e-g-|"),
                    (3, "abcdefgh|", "a--d--g--(h|)", "a--d--g-|"),
                    (1, "-a-b-c-d|", "-a-b-c-d|", "-a-b-c-d|"),
                    (2, "-a-b-c-d|", "-a-b-c-d|", "-a-b-c-d|"),
                    (3, "-a-b-c-d|", "-a--b--d|", "-a---c--|"),
                ]
                for drawing in drawings {
                    for (latest, result) in [(true, drawing.latest), (false, drawing.first)] {
                        let scheduler = TestScheduler()
                        let throttled = scheduler.signal(drawing.source)
                            .throttle(for: scheduler.column * drawing.columns, latest: latest, on: scheduler)
                        expect(throttled, on: scheduler)
                            .to(emit(result), description: "\(drawing.source) by \(drawing.columns), latest: \(latest)")
                    }
                }
            }

            it("holds back what its observer sends, and emits it when the interval is over") {
                let emitter = Emitter<Int>()
                let throttled = emitter.throttle(for: .milliseconds(20), on: scheduler)
                keep(throttled.observe { if $0 < 3 { emitter.send($0 + 1) } })
                scheduler.schedule(after: .zero) { emitter.send(1) }
                expect(throttled, on: scheduler).to(emit("1-2-3---", ["1": 1, "2": 2, "3": 3]))
            }

            it("holds back what its observer sends before it finishes the source, too") {
                let emitter = Emitter<Int>()
                let throttled = emitter.throttle(for: .milliseconds(20), on: scheduler)
                keep(
                    throttled.observe { value in
                        guard value == 2 else { return }
                        emitter.send(3)
                        emitter.finish()
                    }
                )
                scheduler.schedule(after: .zero) { [1, 2].forEach(emitter.send) }
                expect(throttled, on: scheduler).to(emit("1-2-(3|)", ["1": 1, "2": 2, "3": 3]))
            }

            it("begins a value's interval when that is emitted, also when the scheduler is late") {
                let late = CountingScheduler()
                let emitter = Emitter<String>()
                var log: [String] = []
                let subscription = emitter.throttle(for: .milliseconds(20), on: late).observe {
                    log.append("\($0) at \(late.now / .milliseconds(1))")
                }
                emitter.send("a")
                emitter.send("b")
                late.delay(by: .milliseconds(25))
                late.advance(by: .milliseconds(20))
                emitter.send("c")
                late.advance(by: .milliseconds(20))
                expect(log).to(equal(["a at 0.0", "b at 45.0", "c at 65.0"]))
                subscription.cancel()
            }

            it("emits a value that comes before a late timer in place of what was held back") {
                let late = CountingScheduler()
                let emitter = Emitter<String>()
                let log = Recording(of: emitter.throttle(for: .milliseconds(20), on: late))
                emitter.send("a")
                emitter.send("b")
                late.delay(by: .milliseconds(25))
                emitter.send("c")
                expect(log.values).to(equal(["a", "c"]))
                late.advance(by: .milliseconds(100))
                expect(log.values).to(equal(["a", "c"]))
            }

            it("sets no timer where nothing is held back") {
                let counting = CountingScheduler()
                let emitter = Emitter<Int>()
                let bag = SubscriptionBag()
                emitter.throttle(for: .milliseconds(20), on: counting).observe { _ in }.store(in: bag)
                emitter.throttle(for: .milliseconds(20), latest: false, on: counting).observe { _ in }.store(in: bag)
                emitter.send(1)
                expect(counting.timers).to(equal(0))
                for value in 2...100 { emitter.send(value) }
                expect(counting.timers).to(equal(1))
                bag.cancelAll()
            }

            context("of an observable") {
                it("begins with the present value, follows the first change at once and the last in its time") {
                    let number = Variable(0)
                    let calm = number.throttle(for: .milliseconds(20), on: scheduler)
                    scheduler.schedule(after: .milliseconds(10)) {
                        for value in 1...3 { number.value = value }
                        expect(calm.value).to(equal(1))
                    }
                    expect(calm, on: scheduler).to(emit("01-3---", ["0": 0, "1": 1, "3": 3]))
                }

                it("takes a batch for one change, and follows it in the turn that comes next") {
                    let (first, second) = (Variable(1), Variable(2))
                    let calm = combine(first, second).map { $0 + $1 }.throttle(for: .milliseconds(20), on: scheduler)
                    let log = Recording(of: combine(calm, calm.map { -$0 })) { "\($0) \($1)" }
                    batch {
                        first.value = 5
                        second.value = 6
                    }
                    expect(log.values).to(equal(["3 -3", "11 -11"]))
                }

                it("leaves nothing behind when it is dropped while something is pending") {
                    let living = LivingCount()
                    do {
                        let variable = Variable(living.instance())
                        let calm = variable.throttle(for: .milliseconds(20), on: scheduler)
                        let subscription = calm.observe(living.watching { _ in })
                        variable.value = living.instance()
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
