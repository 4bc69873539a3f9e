import MillraceSignals
import MillraceSpecs

/// A batch in which one observable changes takes a shortcut, which nobody must be able to see.
final class O4LoneChangeSpec: Spec {
    func testSpec() {
        describe("O4 a batch with one change") {
            var source = Variable(1)
            var other = Variable(10)
            var tenfold: Observable<Int> = source
            var log: [String] = []
            var computed = 0
            var bag = SubscriptionBag()
            beforeEach {
                (source, other) = (Variable(1), Variable(10))
                bag = SubscriptionBag()
                tenfold = source.map {
                    computed += 1
                    return $0 * 10
                }
                tenfold.observe { log.append("tenfold \($0)") }.store(in: bag)
                log = []
                computed = 0
            }

            it("computes once, at its end") {
                batch {
                    source.value = 2
                    source.value = 3
                    expect(computed).to(equal(0))
                }
                expect(log).to(equal(["tenfold 30"]))
                expect(computed).to(equal(1))
            }

            it("shows what derives from the change where it is read, and does not compute it again") {
                batch {
                    source.value = 2
                    expect(tenfold.value).to(equal(20))
                }
                expect(log).to(equal(["tenfold 20"]))
                expect(computed).to(equal(1))
            }

            it("shows it again after another set of the same") {
                batch {
                    source.value = 2
                    expect(tenfold.value).to(equal(20))
                    source.value = 3
                    expect(tenfold.value).to(equal(30))
                }
                expect(log).to(equal(["tenfold 30"]))
            }

            it("shows it to a new observer, once") {
                batch {
                    source.value = 2
                    tenfold.map { $0 + 1 }.observe { log.append("new \($0)") }.store(in: bag)
                }
                expect(log).to(equal(["new 21", "tenfold 20"]))
            }

            it("shows it when the last observer has left after the set") {
                batch {
                    source.value = 2
                    bag.cancelAll()
                    expect(tenfold.value).to(equal(20))
                }
                expect(tenfold.value).to(equal(20))
                expect(log).to(beEmpty())
            }

            it("is a batch of two when another changes") {
                source.observe { log.append("source \($0)") }.store(in: bag)
                other.observe { log.append("other \($0)") }.store(in: bag)
                log = []
                batch {
                    source.value = 2
                    other.value = 20
                    source.value = 3
                }
                expect(log).to(equal(["source 3", "other 20", "tenfold 30"]))
                expect(computed).to(equal(1))
            }

            it("is the next turn in an observer") {
                other.observe { if $0 > 10 { source.value = $0 } }.store(in: bag)
                source.observe { log.append("source \($0)") }.store(in: bag)
                log = []
                other.value = 20
                expect(log).to(equal(["source 20", "tenfold 200"]))
                expect(computed).to(equal(1))
            }

            it("lets a computation cancel what is about to compute") {
                let toggle = Variable(false)
                var late: Subscription?
                let first = toggle.map { isOn -> Int in
                    if isOn { late?.cancel() }
                    return 1
                }
                first.observe { log.append("first \($0)") }.store(in: bag)
                late = toggle.map { "\($0)" }.observe { log.append("late \($0)") }
                log = []
                batch { toggle.value = true }
                expect(log).to(equal(["first 1"]))
            }
        }
    }
}
