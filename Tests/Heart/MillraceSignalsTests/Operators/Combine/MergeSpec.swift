import MillraceSignals
import MillraceSpecs
import TestSupport

final class MergeSpec: Spec {
    func testSpec() {
        describe("merge") {
            var (first, second) = (Emitter<Int>(), Emitter<Int>())
            var log = Log()
            var bag = SubscriptionBag()
            beforeEach {
                (first, second) = (Emitter(), Emitter())
                log = Log()
                bag = SubscriptionBag()
            }

            func observe(_ signal: Signal<Int>) {
                signal.observe(onFinish: { log("finished") }) { log("\($0)") }.store(in: bag)
            }

            itKeepsTheLaws(
                OperatorCase("merge", one: ";1 10;|", many: ";1 10;2 20;3 30;4 40;|") { source, _ in
                    merge(source, source.map { $0 * 10 })
                }
            )

            it("gives the values of all signals as they come, and finishes with the last of them") {
                observe(merge(first, second))
                first.send(1)
                second.send(2)
                first.finish()
                second.send(3)
                second.finish()
                expect(log.lines).to(equal(["1", "2", "3", "finished"]))
            }

            it("takes an array, of any length") {
                observe(merge([first]))
                first.send(1)
                first.finish()
                expect(log.lines).to(equal(["1", "finished"]))
            }

            it("of none finishes at once") {
                observe(merge([]))
                observe(merge([]))
                expect(log.lines).to(equal(["finished", "finished"]))
            }

            it("counts a signal that is given twice twice") {
                observe(merge(first, first))
                first.send(1)
                first.finish()
                expect(log.lines).to(equal(["1", "1", "finished"]))
            }

            it("of signals that have finished finishes at once, of some that have goes on with the others") {
                first.finish()
                observe(merge(first, second))
                second.send(1)
                second.finish()
                observe(merge(first, second))
                expect(log.lines).to(equal(["1", "finished", "finished"]))
            }

            it("goes on when a limited signal in it has finished in the midst of a delivery") {
                let merged = merge(first.prefix(1), first.map { $0 * 10 }, second.prefix(2))
                observe(merged)
                [1, 2].forEach(first.send)
                [3, 4, 5].forEach(second.send)
                first.finish()
                expect(log.lines).to(equal(["1", "10", "20", "3", "4", "finished"]))
            }

            it("may end, by its observer, in the midst of a delivery from either side") {
                let merged = merge(first, second)
                var subscription: Subscription?
                for source in [first, second] {
                    subscription = merged.observe { value in
                        log("\(value)")
                        subscription = nil
                        first.send(8)
                        second.send(9)
                    }
                    source.send(1)
                }
                expect(subscription == nil).to(beTrue())
                expect(log.lines).to(equal(["1", "1"]))
            }

            it("may be observed anew in the midst of the delivery in which it was left") {
                let merged = merge(first, second).scan(0, +)
                var subscription: Subscription?
                subscription = merged.observe { value in
                    log("a\(value)")
                    subscription = nil
                    log.observe(merged, as: "b")
                }
                first.send(1)
                second.send(2)
                expect(subscription == nil).to(beTrue())
                expect(log.lines).to(haveCount(2))
                expect(log.lines.first).to(equal("a1"))
                expect(log.lines.last?.hasPrefix("b")).to(beTrue())
            }

            it("nests") {
                observe(merge(merge(first, second), merge(second.map { -$0 }, first.filter { $0 > 1 })))
                first.send(1)
                second.send(2)
                first.send(3)
                first.finish()
                second.finish()
                expect(log.lines).to(equal(["1", "2", "-2", "3", "3", "finished"]))
            }
        }
    }
}
