import MillraceSignals
import MillraceSpecs

/// `collect` by count, by time, and by time or count.
final class CollectSpec: Spec {
    func testSpec() {
        describe("collect by count") {
            itKeepsTheLaws(
                OperatorCase("collect", one: ";;[1] |", many: ";;;[1,2,3];;[4] |") { source, _ in
                    source.collect(3).map { "[\($0.map(String.init).joined(separator: ","))]" }
                }
            )

            it("counts and collects nothing that came while nobody observed") {
                let emitter = Emitter<Int>()
                let pairs = emitter.collect(2)
                pairs.observe { _ in }.cancel()
                emitter.send(1)
                let log = Recording(of: pairs)
                emitter.send(2)
                emitter.send(3)
                expect(log.values).to(equal([[2, 3]]))
            }
        }

        describe("collect by time") {
            let time = TestScheduler()
            func pass() { time.advance(by: .milliseconds(10)) }
            itKeepsTheLaws(
                OperatorCase("one at a time", one: ";1;|", many: ";1;2;3;4;|", letTimePass: pass) { source, _ in
                    source.collect(every: .milliseconds(10), on: time).map { $0.reduce(0, +) }
                },
                OperatorCase("as many as come", one: ";;1 |", many: ";;3;;7;|", letTimePass: pass) { source, _ in
                    source.collect(every: .milliseconds(20), on: time).map { $0.reduce(0, +) }
                },
                OperatorCase("two at the most", one: ";;1 |", many: ";;3;;7;|", letTimePass: pass) { source, _ in
                    source.collect(2, orEvery: .milliseconds(100), on: time).map { $0.reduce(0, +) }
                }
            )

            it("does what is drawn") {
                let collected: [String: String] = ["a": "a", "b": "abc", "c": "bc", "d": "de"]
                for (line, result) in [
                    ("-----", "-----"), ("---|", "---|"), ("-a------", "---a----"),
                    ("abc---d-e-----|", "--b-----d-----|"), ("a----bc|", "--a----(c|)"),
                ] {
                    let scheduler = TestScheduler()
                    let signal = scheduler.signal(line).collect(every: .milliseconds(20), on: scheduler)
                    expect(signal.map { $0.joined() }, on: scheduler)
                        .to(emit(result, collected), description: line)
                }
            }

            var (scheduler, source): (TestScheduler, Emitter<Int>) = (TestScheduler(), Emitter())
            var log: [String] = []
            beforeEach { (scheduler, source, log) = (TestScheduler(), Emitter(), []) }
            func observing(_ signal: Signal<[Int]>) -> Subscription {
                signal.observe(onFinish: { log.append("|") }) { values in
                    log.append("\(values) at \(scheduler.now / .milliseconds(1))")
                }
            }

            it("emits all that came since the first of them, and nothing where nothing came") {
                let subscription = observing(source.collect(every: .milliseconds(20), on: scheduler))
                scheduler.advance(by: .milliseconds(50))
                for number in 1...3 {
                    source.send(number)
                    scheduler.advance(by: .milliseconds(9))
                }
                scheduler.advance(by: .milliseconds(100))
                source.send(4)
                source.finish()
                expect(log).to(equal(["[1, 2, 3] at 70.0", "[4] at 177.0", "|"]))
                subscription.cancel()
            }

            it("emits as many as are asked for at once, and begins another interval with the next") {
                let subscription = observing(source.collect(2, orEvery: .milliseconds(20), on: scheduler))
                source.send(1)
                scheduler.advance(by: .milliseconds(15))
                source.send(2)
                source.send(3)
                scheduler.advance(by: .milliseconds(19))
                expect(log).to(equal(["[1, 2] at 15.0"]))
                scheduler.advance(by: .milliseconds(1))
                expect(log).to(equal(["[1, 2] at 15.0", "[3] at 35.0"]))
                subscription.cancel()
            }

            it("collects from nothing for the next first observer") {
                let collected = source.collect(2, orEvery: .milliseconds(20), on: scheduler)
                observing(collected).cancel()
                let first = observing(collected)
                source.send(1)
                first.cancel()
                let second = observing(collected)
                source.send(2)
                source.send(3)
                expect(log).to(equal(["[2, 3] at 0.0"]))
                second.cancel()
            }
        }
    }
}
