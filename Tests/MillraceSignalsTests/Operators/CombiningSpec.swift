import MillraceSignals
import MillraceSpecs

final class CombiningSpec: Spec {
    func testSpec() {
        describe("Operators that bring signals together") {
            itKeepsTheLaws(
                OperatorCase("merge", one: ";1 10;|", many: ";1 10;2 20;3 30;4 40;|") { source, _ in
                    merge(source, source.map { $0 * 10 })
                },
                OperatorCase("append of values", empty: ";8 9 |", one: ";1;8 9 |", many: ";1;2;3;4;8 9 |") {
                    source,
                    _ in
                    source.append(8, 9)
                },
                OperatorCase("append of a signal", empty: ";7", one: ";1;7", many: ";1;2 7;;;") { source, _ in
                    source.prefix(2).append(Emitter().prepend(7))
                },
                OperatorCase("prepend", empty: "8 9;|", one: "8 9;1;|", many: "8 9;1;2;3;4;|") { source, _ in
                    source.prepend(8, 9)
                },
                OperatorCase("combineLatest", one: ";;|", many: ";;2-2;3-2;4-2 4-4;|") { source, _ in
                    combineLatest(source, source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                },
                OperatorCase("zip", one: ";;|", many: ";;1-2;;2-4;|") { source, _ in
                    zip(source, source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                },
                OperatorCase("race", one: ";1;|", many: ";1;2;3;4;|") { source, _ in
                    race(source.filter { $0 > 1 }.map { $0 * 10 }, source)
                },
                OperatorCase("withLatest(from:) a signal", one: ";;|", many: ";;2-2;3-2;4-4;|") { source, _ in
                    source.withLatest(from: source.filter { $0.isMultiple(of: 2) }).map { "\($0)-\($1)" }
                },
                OperatorCase("withLatest(from:) an observable", one: ";1-0;|", many: ";1-0;2-0;3-0;4-0;|") {
                    source,
                    _ in
                    source.withLatest(from: Variable(0).map { $0 }).map { "\($0)-\($1)" }
                },
                OperatorCase("withLatest(from:) itself, held", one: ";1-1;|", many: ";1-1;2-2;3-3;4-4;|") { source, _ in
                    source.withLatest(from: source.hold(0)).map { "\($0)-\($1)" }
                }
            )

            context("append and prepend") {
                it("append observes the second signal from when the first has finished") {
                    expect(trace("b1 a2 b3 a| b4 a5 b|") { a, b, _ in a.append(b) }).to(equal(";;2;;;4;;|"))
                }

                it("append goes through any number of signals that have finished before") {
                    let over = Emitter<Int>()
                    over.finish()
                    let played = trace("a1 a|") { a, _, _ in
                        (0..<100).reduce(a as Signal<Int>) { signal, _ in signal.append(over) }
                    }
                    expect(played).to(equal(";1;|"))
                }

                it("append may go on with the same source, and keeps nothing when its subscription is gone") {
                    expect(trace("a1 a2 a3 a|") { a, _, _ in a.prefix(2).append(a.map { $0 * 10 }) })
                        .to(equal(";1;2;30;|"))
                    expect { scene in
                        let emitter = Emitter<Int>()
                        let subscription = emitter.prefix(2).append(emitter.map(scene.watching { $0 })).observe { _ in
                        }
                        emitter.send(1)
                        withExtendedLifetime(subscription) {}
                    }.to(leakNothing())
                }

                it("append does not observe the second signal where it is left before the first has finished") {
                    var starts = 0
                    let played = trace("a1 x a|") { a, b, _ in a.append(b.handleEvents(onStart: { starts += 1 })) }
                    expect(played).to(equal(";1;;"))
                    expect(starts).to(equal(0))
                }

                it("prepend gives its values to each first observer, and to no later one") {
                    let emitter = Emitter<Int>()
                    let begun = emitter.prepend(0)
                    var log: [String] = []
                    let first = begun.observe { log.append("a\($0)") }
                    let second = begun.observe { log.append("b\($0)") }
                    emitter.send(1)
                    first.cancel()
                    second.cancel()
                    begun.observe { log.append("c\($0)") }.cancel()
                    expect(log).to(equal(["a0", "a1", "b1", "c0"]))
                }
            }

            context("combineLatest") {
                it("emits with each value once all have one, of any number of types") {
                    let played = trace("a1 b2 c3 a4 c5") { a, b, c in
                        combineLatest(a, b.map { "<\($0)>" }, c.map(Double.init)).map { "\($0) \($1) \($2)" }
                    }
                    expect(played).to(equal(";;;1 <2> 3.0;4 <2> 3.0;4 <2> 5.0"))
                }

                it("finishes when all have, or when one has without a value") {
                    expect(trace("a1 b2 a| b3 b|") { a, b, _ in combineLatest(a, b).map { "\($0)\($1)" } })
                        .to(equal(";;12;;13;|"))
                    expect(trace("a1 b| a2") { a, b, _ in combineLatest(a, b).map { "\($0)\($1)" } }).to(equal(";;|;"))
                }

                it("takes nil for a value") {
                    let (optional, other) = (Emitter<Int?>(), Emitter<Int>())
                    var count = 0
                    let subscription = combineLatest(optional, other).observe { _ in count += 1 }
                    optional.send(nil)
                    other.send(1)
                    expect(count).to(equal(1))
                    subscription.cancel()
                }

                it("of none finishes at once") {
                    var isOver = false
                    _ = combineLatest().observe(onFinish: { isOver = true }) { _ in }
                    expect(isOver).to(beTrue())
                }
            }

            context("zip") {
                it("pairs the n-th values, however early they come") {
                    expect(trace("a1 a2 b3 a4 b5 b6 b7 a8") { a, b, _ in zip(a, b).map { "\($0)\($1)" } })
                        .to(equal(";;;13;;25;46;;87"))
                }

                it("finishes when one has, and its values are used") {
                    expect(trace("a1 a2 a| b3 b4 b5") { a, b, _ in zip(a, b).map { "\($0)\($1)" } })
                        .to(equal(";;;;13;24 |;"))
                    expect(trace("a1 b| a2") { a, b, _ in zip(a, b).map { "\($0)\($1)" } }).to(equal(";;|;"))
                    expect(trace("a1 b2 a| b3") { a, b, _ in zip(a, b).map { "\($0)\($1)" } }).to(equal(";;12;|;"))
                }

                it("of three waits for all three, and of none finishes at once") {
                    expect(trace("a1 b2 a3 c4 b5 c6") { a, b, c in zip(a, b, c).map { "\($0)\($1)\($2)" } })
                        .to(equal(";;;;124;;356"))
                    var isOver = false
                    _ = zip().observe(onFinish: { isOver = true }) { _ in }
                    expect(isOver).to(beTrue())
                }
            }

            context("race") {
                it("goes on with whichever emits first, and lets the others go") {
                    var left: [String] = []
                    let played = trace("b1 a2 c3 b4 b|") { a, b, c in
                        race(
                            a.handleEvents(onCancel: { left.append("a") }),
                            b.handleEvents(onCancel: { left.append("b") }),
                            c.handleEvents(onCancel: { left.append("c") })
                        )
                    }
                    expect(played).to(equal(";1;;;4;|"))
                    expect(left.sorted()).to(equal(["a", "c"]))
                }

                it("is over when the first to speak finishes") {
                    expect(trace("a| b1") { a, b, _ in race(a, b) }).to(equal(";|;"))
                }

                it("does not observe those after one that emits at once") {
                    var starts = 0
                    let played = trace("b1 a2") { a, b, _ in
                        race(a.prepend(0), b.handleEvents(onStart: { starts += 1 }))
                    }
                    expect(played).to(equal("0;;2"))
                    expect(starts).to(equal(0))
                }

                it("of none finishes at once, and of one is that") {
                    expect(trace("a1") { _, _, _ in race([Signal<Int>]()) }).to(equal("|;"))
                    expect(trace("a1 a|") { a, _, _ in race(a) }).to(equal(";1;|"))
                }
            }

            context("withLatest(from:)") {
                it("emits when the source does, once the other has emitted, and goes on when that finishes") {
                    expect(trace("a1 b2 b3 a4 b| a5 a|") { a, b, _ in a.withLatest(from: b).map { "\($0)\($1)" } })
                        .to(equal(";;;;43;;53;|"))
                }

                it("reads an observable as it is, also in a batch and in an observer") {
                    let (emitter, variable, bag) = (Emitter<Int>(), Variable(0), SubscriptionBag())
                    var log: [String] = []
                    emitter.withLatest(from: variable.map { $0 * 10 }.map { $0 + 1 })
                        .observe { log.append("\($0.0) \($0.1)") }.store(in: bag)
                    emitter.send(1)
                    batch {
                        variable.value = 2
                        emitter.send(2)
                        variable.value = 3
                        emitter.send(3)
                    }
                    variable.observe { value in
                        guard value == 4 else { return }
                        variable.value = 5
                        emitter.send(4)
                    }.store(in: bag)
                    variable.value = 4
                    expect(log).to(equal(["1 1", "2 21", "3 31", "4 51"]))
                }

                it("computes what it reads once a turn, and an observer of it hears once") {
                    let (emitter, variable, bag) = (Emitter<Int>(), Variable(0), SubscriptionBag())
                    var (computed, heard): (Int, [Int]) = (0, [])
                    let derived = variable.map { value in
                        computed += 1
                        return value
                    }
                    derived.observe { heard.append($0) }.store(in: bag)
                    emitter.withLatest(from: derived).observe { _ in }.store(in: bag)
                    batch {
                        variable.value = 1
                        emitter.send(1)
                        emitter.send(2)
                    }
                    expect(computed).to(equal(2))
                    expect(heard).to(equal([0, 1]))
                }

                it("keeps the last value of an observable whose source is gone") {
                    let emitter = Emitter<Int>()
                    var log: [Int] = []
                    let subscription = emitter.withLatest(from: Variable(7).map { $0 + 1 }).observe { log.append($0.1) }
                    emitter.send(1)
                    subscription.cancel()
                    expect(log).to(equal([8]))
                }
            }
        }
    }
}
