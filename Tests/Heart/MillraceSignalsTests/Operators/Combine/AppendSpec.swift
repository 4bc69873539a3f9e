import MillraceSignals
import MillraceSpecs
import TestSupport

final class AppendSpec: Spec {
    func testSpec() {
        describe("append and prepend") {
            itKeepsTheLaws(
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
                }
            )

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

            it("append may repeat the same signal, which starts again") {
                expect(
                    trace("a1 a2 a3 a4 a5") { a, _, _ in
                        let two = a.prefix(2)
                        return two.append(two)
                    }
                ).to(equal(";1;2;3;4 |;"))
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
                let log = Log()
                let first = log.observe(begun, as: "a")
                let second = log.observe(begun, as: "b")
                emitter.send(1)
                first.cancel()
                second.cancel()
                log.observe(begun, as: "c").cancel()
                expect(log.lines).to(equal(["a0", "a1", "b1", "c0"]))
            }
        }
    }
}
