import MillraceSignals
import MillraceSpecs
import TestSupport

/// Combining operators behave as other libraries' test suites check.
///
/// Which spec covers which behaviour: `Documentation/Contributing/SuitesCompared.md`.
final class MergingBehaviourSpec: Spec {
    func testSpec() {
        describe("Signals that give their values at once") {
            it("are merged one after the other, and the end comes once") {
                expect(seenAtOnce(merge(atOnce(1, 2), atOnce(), atOnce(3)))).to(equal("1 2 3 |"))
                expect(seenAtOnce(merge(atOnce(), atOnce()))).to(equal("|"))
                expect(seenAtOnce(merge(atOnce(), Emitter()))).to(equal(""))
                expect(seenAtOnce(merge(atOnce(1), Emitter()))).to(equal("1"))
            }

            it("are appended, also those that are empty, until one that does not finish") {
                expect(seenAtOnce(atOnce(1, 2).append(atOnce()).append(atOnce(3)))).to(equal("1 2 3 |"))
                expect(seenAtOnce(atOnce().append(atOnce()))).to(equal("|"))
                expect(seenAtOnce(atOnce().append(Emitter()).append(atOnce(9)))).to(equal(""))
                expect(seenAtOnce(atOnce(1).prepend(8, 9).prepend(7))).to(equal("7 8 9 1 |"))
            }

            it("are combined by the last values of those before, zipped by their numbers") {
                func text(_ pair: (Int, Int)) -> String { "\(pair.0)\(pair.1)" }
                expect(seenAtOnce(combineLatest(atOnce(1, 2), atOnce(3, 4)).map(text))).to(equal("23 24 |"))
                expect(seenAtOnce(combineLatest(atOnce(1), atOnce()).map(text))).to(equal("|"))
                expect(seenAtOnce(zip(atOnce(1, 2), atOnce(3, 4, 5)).map(text))).to(equal("13 24 |"))
                expect(seenAtOnce(zip(atOnce(), Emitter()).map(text))).to(equal("|"))
                expect(seenAtOnce(atOnce(1, 2).withLatest(from: atOnce(3, 4)).map(text))).to(equal("14 24 |"))
            }

            it("race by the order in which they are given") {
                expect(seenAtOnce(race(Emitter(), atOnce(1, 2), atOnce(3)))).to(equal("1 2 |"))
                expect(seenAtOnce(race(Emitter(), atOnce(), atOnce(3)))).to(equal("|"))
            }
        }

        describe("Signals on a line of time") {
            var scheduler = TestScheduler()
            beforeEach { scheduler = TestScheduler() }

            it("are merged as they come, at one instant in the order given") {
                let merged = merge(scheduler.signal("a--b-|"), scheduler.signal("-c-d---e|"), scheduler.signal("---f|"))
                expect(merged, on: scheduler).to(emit("ac-(bdf)---e|"))
            }

            it("are combined where one is over before the other begins") {
                let values: [String: Int] = ["1": 1, "2": 2, "3": 3, "4": 4]
                let (first, second) = (scheduler.signal("12|", values), scheduler.signal("----34|", values))
                expect(combineLatest(first, second).map { $0 * 10 + $1 }, on: scheduler)
                    .to(emit("----ab|", ["a": 23, "b": 24]))
            }

            it("are zipped however far one is ahead, and what is left over is dropped") {
                let (first, second) = (scheduler.signal("abcd|"), scheduler.signal("------x-y|"))
                let zipped = zip(first, second).map { $0 + $1 }
                expect(zipped, on: scheduler).to(emit("------1-2|", ["1": "ax", "2": "by"]))
            }

            it("are followed from the one that has emitted first, which a silent one is not") {
                let raced = race(scheduler.signal("------a"), scheduler.signal("--b-c|"), scheduler.signal("---d|"))
                expect(raced, on: scheduler).to(emit("--b-c|"))
            }
        }

        describe("An observer that, in the midst of a delivery,") {
            typealias Pair = (Int, Int)
            let both: [(name: String, bring: (Signal<Int>, Signal<Int>) -> Signal<Pair>)] = [
                ("zip", { zip($0, $1) }), ("combineLatest", { combineLatest($0, $1) }),
            ]

            for (name, bring) in both {
                it("finishes the sources of \(name) is told so after the delivery") {
                    let (first, second) = (Emitter<Int>(), Emitter<Int>())
                    var log: [String] = []
                    let subscription = bring(first, second).observe(onFinish: { log.append("|") }) { pair in
                        first.finish()
                        second.finish()
                        log.append("\(pair)")
                    }
                    first.send(1)
                    second.send(2)
                    expect(log).to(equal(["(1, 2)", "|"]))
                    subscription.cancel()
                }

                it("answers \(name) into a source gets what follows from that when all have got the first") {
                    let (first, second, bag) = (Emitter<Int>(), Emitter<Int>(), SubscriptionBag())
                    let log = Log()
                    let brought = bring(first, second)
                    brought.observe { pair in
                        log("a\(pair)")
                        if pair.0 == 1 {
                            first.send(3)
                            second.send(4)
                        }
                    }.store(in: bag)
                    log.observe(brought.prefix(2), as: "b")
                    first.send(1)
                    second.send(2)
                    expect(log.lines.prefix(2)).to(equal(["a(1, 2)", "b(1, 2)"]))
                    expect(log.lines.last(where: { $0.hasPrefix("a") })).to(equal("a(3, 4)"))
                }
            }

            it("sends into one that has lost a race does not bring it back") {
                let (winner, loser) = (Emitter<Int>(), Emitter<Int>())
                var log: [Int] = []
                let subscription = race(winner, loser).observe { value in
                    log.append(value)
                    if value == 1 { loser.send(9) }
                }
                winner.send(1)
                winner.send(2)
                subscription.cancel()
                expect(log).to(equal([1, 2]))
            }

            it("sends into the signal that a suffix is taken of, which is over, adds nothing") {
                let emitter = Emitter<Int>()
                var log: [String] = []
                let subscription = emitter.suffix(2).observe(onFinish: { log.append("|") }) { value in
                    log.append("\(value)")
                    emitter.send(value + 10)
                }
                [1, 2, 3].forEach(emitter.send)
                emitter.finish()
                subscription.cancel()
                expect(log).to(equal(["2", "3", "|"]))
            }
        }
    }
}
