import MillraceSignals
import MillraceSpecs
import TestSupport

/// Filtering operators behave as other libraries' test suites check.
///
/// Which spec covers which behaviour: `Documentation/Contributing/SuitesCompared.md`.
final class SelectingBehaviourSpec: Spec {
    func testSpec() {
        describe("Operators that choose, on a line of time") {
            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            it("prefix and drop while a condition holds that fails at once, or never") {
                expect(scheduler.signal("-ab-|").prefix { _ in false }, on: scheduler).to(emit("-|"))
                expect(scheduler.signal("-ab-|").prefix { _ in true }, on: scheduler).to(emit("-ab-|"))
                expect(scheduler.signal("-ab-|").drop { _ in false }, on: scheduler).to(emit("-ab-|"))
                expect(scheduler.signal("-ab-|").drop { _ in true }, on: scheduler).to(emit("----|"))
            }

            it("prefix and drop of more values than there are finish with the source") {
                expect(scheduler.signal("-ab-|").prefix(3), on: scheduler).to(emit("-ab-|"))
                expect(scheduler.signal("-ab-|").prefix(2), on: scheduler).to(emit("-a(b|)"))
                expect(scheduler.signal("-ab-|").drop(3), on: scheduler).to(emit("----|"))
                expect(scheduler.signal("-ab-|").suffix(3), on: scheduler).to(emit("----(ab|)"))
            }

            it("prefix of a prefix is the shorter one, drop of a drop leaves out both") {
                expect(scheduler.signal("-abc|").prefix(3).prefix(1), on: scheduler).to(emit("-(a|)"))
                expect(scheduler.signal("-abc|").prefix(1).prefix(3), on: scheduler).to(emit("-(a|)"))
                expect(scheduler.signal("-abc|").drop(1).drop(1), on: scheduler).to(emit("---c|"))
            }

            it("prefix and drop until another signal that never speaks") {
                expect(scheduler.signal("-ab-|").prefix(until: Emitter<Int>()), on: scheduler).to(emit("-ab-|"))
                expect(scheduler.signal("-ab-|").drop(until: Emitter<Int>()), on: scheduler).to(emit("----|"))
            }
        }

        describe("An operator of two signals") {
            /// What was left, unfinished, when a script has been played; `|` where the operator has finished.
            func left<Value>(_ script: String, _ build: (Signal<Int>, Signal<Int>) -> Signal<Value>) -> String {
                let emitters = ["a": Emitter<Int>(), "b": Emitter<Int>()]
                var left: [String] = []
                func told(_ name: String) -> Signal<Int> {
                    (emitters[name] ?? Emitter()).handleEvents(onCancel: { left.append(name) })
                }
                var isOver = false
                let built = build(told("a"), told("b"))
                let subscription = built.observe(onFinish: { isOver = true }) { _ in }
                for word in script.split(separator: " ") {
                    let emitter = emitters[String(word.prefix(1))]
                    if word.hasSuffix("|") { emitter?.finish() } else { emitter?.send(1) }
                }
                let seen = left.sorted().joined(separator: " ")
                subscription.cancel()
                return isOver ? "\(seen)|" : seen
            }

            it("that has finished leaves what has not") {
                expect(left("a1 b|") { combineLatest($0, $1) }).to(equal("a|"))
                expect(left("a|") { combineLatest($0, $1) }).to(equal("b|"))
                expect(left("a1 a| b1") { zip($0, $1) }).to(equal("b|"))
                expect(left("a1 b|") { zip($0, $1) }).to(equal("a|"))
                expect(left("a|") { race($0, $1) }).to(equal("b|"))
                expect(left("b1 a1 a|") { $0.withLatest(from: $1) }).to(equal("b|"))
                expect(left("b1") { $0.prefix(until: $1) }).to(equal("a b|"))
                expect(left("a1 a|") { $0.prefix(until: $1) }).to(equal("b|"))
                expect(left("a1 a|") { $0.drop(until: $1) }).to(equal("b|"))
                expect(left("a1 b|") { $0.drop(until: $1) }).to(equal("a|"))
                expect(left("a1 b|") { $0.sample(on: $1) }).to(equal("a|"))
                expect(left("a|") { $0.sample(on: $1) }).to(equal("b|"))
                expect(left("a1 b1") { merge($0, $1).prefix(2) }).to(equal("a b|"))
            }

            it("leaves one that it needs no more, and goes on") {
                expect(left("a1") { race($0, $1) }).to(equal("b"))
                expect(left("b1") { $0.drop(until: $1) }).to(equal("b"))
                expect(left("a1 a1") { first, second in first.flatMapLatest { _ in second } }).to(equal("b"))
            }

            it("leaves neither while it needs both") {
                expect(left("a1 a|") { merge($0, $1) }).to(equal(""))
                expect(left("a1 a1 a|") { combineLatest($0, $1) }).to(equal(""))
                expect(left("a1 a1 a|") { zip($0, $1) }).to(equal(""))
                expect(left("b1 b1 b|") { $0.withLatest(from: $1) }).to(equal(""))
                expect(left("a1 b|") { $0.prefix(until: $1) }).to(equal(""))
                expect(left("a1 a|") { $0.sample(on: $1) }).to(equal(""))
            }
        }

        describe("prefix of none") {
            it("does not even observe its source") {
                var starts = 0
                expect(seenAtOnce(Emitter<Int>().handleEvents(onStart: { starts += 1 }).prefix(0))).to(equal("|"))
                expect(starts).to(equal(0))
            }
        }

        describe("removeDuplicates") {
            it("keeps the last value that it gave, by a key none, and nothing when it is left or over") {
                let living = LivingCount()
                let emitter = Emitter<Tracked>()
                let byEquality = emitter.removeDuplicates { $0.number == $1.number }
                var subscription = byEquality.observe { _ in }
                for number in [1, 2, 2, 1] {
                    emitter.send(living.instance(number))
                    expect(living.count).to(equal(1))
                }
                subscription.cancel()
                expect(living.count).to(equal(0))
                subscription = byEquality.observe { _ in }
                emitter.send(living.instance(1))
                emitter.finish()
                expect(living.count).to(equal(0))

                let other = Emitter<Tracked>()
                subscription = other.removeDuplicates(by: \.number).observe { _ in }
                other.send(living.instance(1))
                expect(living.count).to(equal(0))
                subscription.cancel()
            }
        }

        describe("handleEvents") {
            func log(_ build: (_ note: @escaping (String) -> Void) -> Signal<Int>) -> [String] {
                var log: [String] = []
                build { log.append($0) }.handleEvents(
                    onStart: { log.append("start") },
                    onValue: { log.append("value \($0)") },
                    onFinish: { log.append("finish") },
                    onCancel: { log.append("cancel") }
                ).observe(onFinish: { log.append("observer told") }) { log.append("observer \($0)") }.cancel()
                return log
            }

            it("tells of the start before what is above starts, and of the end before that is torn down") {
                let finished = log { note in
                    Signal { emitter in
                        note("source started")
                        emitter.send(1)
                        emitter.finish()
                        return { note("source torn down") }
                    }
                }
                expect(finished).to(
                    equal(
                        [
                            "start", "source started", "value 1", "finish", "source torn down", "observer 1",
                            "observer told",
                        ]
                    )
                )
                let left = log { note in
                    Signal { emitter in
                        note("source started")
                        emitter.send(1)
                        return { withExtendedLifetime(emitter) { note("source torn down") } }
                    }
                }
                expect(left).to(
                    equal(["start", "source started", "value 1", "observer 1", "cancel", "source torn down"])
                )
            }
        }
    }
}
