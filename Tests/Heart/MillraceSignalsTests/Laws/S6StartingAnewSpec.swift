import MillraceSignals
import MillraceSpecs
import TestSupport

final class S6StartingAnewSpec: Spec {
    func testSpec() {
        describe("S6 an operator with a memory") {
            /// Each operator with a memory, and what one observer sees of 1, 1, 2, 3 each time it starts anew.
            let operators: [(name: String, build: (Signal<Int>) -> Signal<Int>, seen: [Int])] = [
                ("scan", { $0.scan(100, +) }, [101, 102, 104, 107]),
                ("removeDuplicates", { $0.removeDuplicates() }, [1, 2, 3]),
                ("prefix", { $0.prefix(2) }, [1, 1]),
                ("drop", { $0.drop(3) }, [3]),
                ("merge, which remembers how many are still to finish", { merge($0, $0.prefix(1)) }, [1, 1, 1, 2, 3]),
            ]

            for (name, build, seen) in operators {
                context(name) {
                    var emitter = Emitter<Int>()
                    var derived: Signal<Int>!
                    beforeEach {
                        emitter = Emitter()
                        derived = build(emitter)
                    }

                    it("starts anew with each first observer") {
                        for _ in 0..<3 {
                            let log = Recording(of: derived)
                            [1, 1, 2, 3].forEach(emitter.send)
                            expect(log.values).to(equal(seen))
                        }
                    }

                    it("forgets what came while nobody observed") {
                        [7, 8, 9].forEach(emitter.send)
                        let log = Recording(of: derived)
                        [1, 1, 2, 3].forEach(emitter.send)
                        expect(log.values).to(equal(seen))
                    }
                }
            }

            // But for merge, through whose other branch the same value is still to come.
            for (name, build, _) in operators where !name.hasPrefix("merge") {
                it("starts again, as \(name), for one who comes in the delivery in which the last one has left") {
                    func log(
                        _ whenToObserveAgain: @escaping (@escaping () -> Void) -> Void,
                        _ after: () -> Void
                    ) -> [String] {
                        let emitter = Emitter<Int>()
                        let derived = build(emitter)
                        var log: [String] = []
                        var subscription: Subscription?
                        func observe(_ round: Int) {
                            subscription = derived.observe(onFinish: { log.append("\(round) finished") }) { value in
                                log.append("\(round): \(value)")
                                guard round == 0, log.count == 2 || name == "drop" else { return }
                                subscription?.cancel()
                                whenToObserveAgain { observe(1) }
                            }
                        }
                        observe(0)
                        for value in [1, 1, 2, 3] + [1, 1, 2, 3] {
                            emitter.send(value)
                            after()
                        }
                        subscription = nil
                        return log
                    }
                    var waiting: [() -> Void] = []
                    let later = log({ waiting.append($0) }) { waiting.popLast()?() }
                    expect(log({ $0() }) {}).to(equal(later))
                    expect(later.contains { $0.hasPrefix("1:") }).to(beTrue())
                }
            }

            it("starts again above other operators for one who comes in the delivery in which the last one has left") {
                let emitter = Emitter<Int>()
                let total = emitter.scan(0, +).map { $0 * 10 }
                var (log, first, second): ([Int], Subscription?, Subscription?) = ([], nil, nil)
                first = total.observe { value in
                    guard value == 30 else { return }
                    first?.cancel()
                    second = total.observe { log.append($0) }
                }
                [1, 2, 3].forEach(emitter.send)
                expect(log).to(equal([30]))
                second?.cancel()
            }

            it("starts again for one who comes when it finishes, whoever else is still to be told of that") {
                let emitter = Emitter<Int>()
                let firstTwo = emitter.prefix(2)
                let log = Log()
                let bag = SubscriptionBag()
                func observe(_ name: String, andAgainAs next: String? = nil) {
                    firstTwo.observe {
                        log("\(name)|")
                        if let next { observe(next) }
                    } _: {
                        log("\(name)\($0)")
                    }.store(in: bag)
                }
                observe("a", andAgainAs: "c")
                observe("b", andAgainAs: "d")
                [1, 2, 3, 4].forEach(emitter.send)
                expect(log.lines).to(equal(["a1", "b1", "a2", "b2", "a|", "b|", "c3", "d3", "c4", "d4", "c|", "d|"]))
            }

            it("lets later observers join what is running") {
                let emitter = Emitter<Int>()
                let total = emitter.scan(0, +)
                let bag = SubscriptionBag()
                var (first, second): ([Int], [Int]) = ([], [])
                total.observe { first.append($0) }.store(in: bag)
                emitter.send(1)
                total.observe { second.append($0) }.store(in: bag)
                emitter.send(2)
                expect(first).to(equal([1, 3]))
                expect(second).to(equal([3]))
            }

            it("goes on with the others when its first observer leaves") {
                let emitter = Emitter<Int>()
                let total = emitter.scan(0, +)
                let first = total.observe { _ in }
                let log = Recording(of: total)
                emitter.send(1)
                first.cancel()
                emitter.send(2)
                expect(log.values).to(equal([1, 3]))
            }

            it("has one memory for each place in which it was built") {
                let emitter = Emitter<Int>()
                let log = Log()
                log.observe(emitter.prefix(1), as: "a")
                emitter.send(1)
                log.observe(emitter.prefix(1), as: "b")
                emitter.send(2)
                expect(log.lines).to(equal(["a1", "a|", "b2", "b|"]))
            }

            it("can be observed again after it has finished, and starts anew") {
                let emitter = Emitter<Int>()
                let firstTwo = emitter.prefix(2)
                var log: [String] = []
                for round in 0..<2 {
                    let subscription = firstTwo.observe(onFinish: { log.append("finished") }) { log.append("\($0)") }
                    [10, 20, 30].forEach { emitter.send($0 + round) }
                    subscription.cancel()
                }
                expect(log).to(equal(["10", "20", "finished", "11", "21", "finished"]))
            }
        }
    }
}
