import MillraceSignals
import MillraceSpecs
import TestSupport

final class PrefixSpec: Spec {
    func testSpec() {
        var emitter = Emitter<Int>()
        var log: [String] = []
        var bag = SubscriptionBag()
        beforeEach {
            emitter = Emitter()
            log = []
            bag = SubscriptionBag()
        }

        func observe(_ signal: Signal<Int>, then react: @escaping (Int) -> Void = { _ in }) {
            signal.observe(onFinish: { log.append("finished") }) { value in
                log.append("\(value)")
                react(value)
            }.store(in: bag)
        }

        describe("prefix") {
            itKeepsTheLaws(
                OperatorCase("prefix", one: ";1;|", many: ";1;2 |;;;") { source, _ in source.prefix(2) }
            )

            it("gives so many values and finishes right after the last") {
                observe(emitter.prefix(2))
                emitter.send(1)
                expect(log).to(equal(["1"]))
                emitter.send(2)
                expect(log).to(equal(["1", "2", "finished"]))
                emitter.send(3)
                emitter.finish()
                expect(log).to(equal(["1", "2", "finished"]))
            }

            it("finishes with its source, where that is earlier") {
                observe(emitter.prefix(2))
                emitter.send(1)
                emitter.finish()
                expect(log).to(equal(["1", "finished"]))
            }

            it("of zero finishes at once and gives nothing") {
                observe(emitter.prefix(0))
                emitter.send(1)
                expect(log).to(equal(["finished"]))
                expect(trace("a1 a|") { a, _, _ in a.prefix(0) }).to(equal("|;;"))
            }

            it("lets go of its source when it has finished, in the midst of that one's delivery") {
                let living = LivingCount()
                var source: Signal<Int>? = emitter.map(living.watching { $0 })
                source.map { observe($0.prefix(1)) }
                source = nil
                expect(living.count).to(equal(1))
                emitter.send(1)
                expect(living.count).to(equal(0))
            }

            it("gives no more than so many when its observer sends on") {
                observe(emitter.prefix(2)) { emitter.send($0 + 1) }
                emitter.send(1)
                expect(log).to(equal(["1", "2", "finished"]))
            }

            it("may be observed anew from its own end") {
                let first = emitter.prefix(1)
                var rounds = 0
                func again() {
                    rounds += 1
                    guard rounds < 4 else { return }
                    first.observe(onFinish: { log.append("finished") }) { log.append("\($0)") }.store(in: bag)
                }
                first.observe(onFinish: again) { _ in }.store(in: bag)
                [1, 2, 3].forEach(emitter.send)
                expect(rounds).to(equal(1))
                expect(log.filter { $0 == "finished" }).to(haveCount(1))
            }
        }

        describe("drop") {
            itKeepsTheLaws(
                OperatorCase("drop", one: ";;|", many: ";;;3;4;|") { source, _ in source.drop(2) }
            )

            it("of zero gives all") {
                observe(emitter.drop(0))
                emitter.send(1)
                expect(log).to(equal(["1"]))
                expect(trace("a1 a|") { a, _, _ in a.drop(0) }).to(equal(";1;|"))
            }
        }
    }
}
