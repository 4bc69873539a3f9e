import MillraceSignals
import MillraceSpecs
import TestSupport

/// What a contract that the peers write down asks for, where no law's spec shows it already;
/// `Documentation/Contributing/SuitesCompared.md` goes through its clauses.
final class ContractSpec: Spec {
    func testSpec() {
        describe("A signal that has finished") {
            it("has let go of all that it was made of, though its emitter and the subscription are kept") {
                let living = LivingCount()
                let (emitter, other) = (Emitter<Int>(), Emitter<Int>())
                var log: [String] = []
                func chain() -> Signal<Int> {
                    let mapped = emitter.map(living.watching { $0 })
                    let merged = merge(mapped, mapped.flatMapLatest(living.watching { _ in other }))
                    return merged.withLatest(from: other.prepend(0).filter(living.watching { _ in true })).map { $0.0 }
                }
                keep(chain().observe(onFinish: { log.append("|") }) { log.append("\($0)") })
                emitter.send(1)
                expect(living.count).to(equal(3))
                emitter.finish()
                other.finish()
                expect(living.count).to(equal(0))
                expect(log).to(equal(["1", "|"]))
            }

            it("has let go of its observers") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                emitter.observe(for: emitter) { [tracked = living.instance()] _, _ in tracked.touch() }
                emitter.send(1)
                expect(living.count).to(equal(1))
                emitter.finish()
                expect(living.count).to(equal(0))
            }

            it("has let go of the closures of its observers when their subscriptions have, not before") {
                let living = LivingCount()
                let emitter = Emitter<Int>()
                var subscription: Subscription? = emitter.observe(living.watching { _ in })
                emitter.finish()
                expect(living.count).to(equal(1))
                release(&subscription)
                expect(living.count).to(equal(0))
            }
        }

        describe("A signal that nobody keeps") {
            it("goes on for its observers") {
                let emitter = Emitter<Int>()
                var log: [Int] = []
                func observe() -> Subscription { emitter.map { $0 + 1 }.map { $0 * 10 }.observe { log.append($0) } }
                let subscription = observe()
                emitter.send(1)
                subscription.cancel()
                emitter.send(2)
                expect(log).to(equal([20]))
            }

            it("is not kept by its subscription: what it was made of goes with what feeds it") {
                let living = LivingCount()
                var emitter: Emitter<Int>? = Emitter()
                let subscription = emitter?.map(living.watching { $0 }).observe { _ in }
                expect(living.count).to(equal(1))
                emitter = nil
                expect(living.count).to(equal(0))
                subscription?.cancel()
            }

            it("of a callback is torn down when it is left") {
                var log: [String] = []
                func observe() -> Subscription {
                    Signal<Int> { emitter in
                        emitter.send(1)
                        return { [emitter] in withExtendedLifetime(emitter) { log.append("torn down") } }
                    }.observe { log.append("\($0)") }
                }
                let subscription = observe()
                expect(log).to(equal(["1"]))
                subscription.cancel()
                expect(log).to(equal(["1", "torn down"]))
            }
        }

        describe("A subscription") {
            it("that is put in the place of another ends that one") {
                let emitter = Emitter<Int>()
                var log: [String] = []
                var subscription = emitter.observe { log.append("a\($0)") }
                emitter.send(1)
                subscription = emitter.observe { log.append("b\($0)") }
                emitter.send(2)
                subscription.cancel()
                emitter.send(3)
                expect(log).to(equal(["a1", "b2"]))
            }
        }

        describe("What observes") {
            it("does not see the others, and is told nothing when one of them leaves") {
                let emitter = Emitter<Int>()
                let log = Log()
                let first = log.observe(emitter.map { $0 }, as: "a")
                let shared = emitter.filter { _ in true }
                let second = log.observe(shared, as: "b")
                let third = log.observe(shared, as: "c")
                emitter.send(1)
                second.cancel()
                emitter.send(2)
                first.cancel()
                third.cancel()
                expect(log.lines).to(equal(["a1", "b1", "c1", "a2", "c2"]))
            }
        }
    }
}
