import MillraceSignals
import MillraceSpecs

final class S2OnceSpec: Spec {
    func testSpec() {
        describe("S2 an operator's closure") {
            /// Each operator with a closure, built so that the closure counts its calls.
            let operators: [(name: String, build: (Signal<Int>, @escaping () -> Void) -> Signal<Int>)] = [
                (
                    "map",
                    { signal, count in
                        signal.map {
                            count(); return $0 + 1
                        }
                    }
                ),
                (
                    "filter",
                    { signal, count in
                        signal.filter { _ in
                            count(); return true
                        }
                    }
                ),
                (
                    "compactMap",
                    { signal, count in
                        signal.compactMap {
                            count(); return Optional($0)
                        }
                    }
                ),
                (
                    "scan",
                    { signal, count in
                        signal.scan(0) {
                            count(); return $0 + $1
                        }
                    }
                ),
                (
                    "merge of one that maps",
                    { signal, count in
                        merge(
                            signal.map {
                                count(); return $0
                            }
                        )
                    }
                ),
                (
                    "prefix of one that maps",
                    { signal, count in
                        signal.map {
                            count(); return $0
                        }.prefix(9)
                    }
                ),
                (
                    "drop of one that maps",
                    { signal, count in
                        signal.map {
                            count(); return $0
                        }.drop(0)
                    }
                ),
            ]

            for (name, build) in operators {
                context("of \(name)") {
                    var emitter = Emitter<Int>()
                    var calls: Int!
                    var derived: Signal<Int>!
                    beforeEach {
                        emitter = Emitter()
                        calls = 0
                        derived = build(emitter) { calls += 1 }
                    }

                    it("runs once a value, however many observe") {
                        let bag = SubscriptionBag()
                        var delivered = 0
                        for _ in 0..<5 { derived.observe { _ in delivered += 1 }.store(in: bag) }
                        emitter.send(1)
                        expect(calls).to(equal(1))
                        emitter.send(2)
                        expect(calls).to(equal(2))
                        expect(delivered).to(equal(10))
                    }

                    it("never runs while nobody observes") {
                        emitter.send(1)
                        expect(calls).to(equal(0))
                        let subscription = derived.observe { _ in }
                        emitter.send(2)
                        subscription.cancel()
                        emitter.send(3)
                        expect(calls).to(equal(1))
                    }

                    it("runs on while one of several still observes") {
                        let first = derived.observe { _ in }
                        let second = derived.observe { _ in }
                        first.cancel()
                        emitter.send(1)
                        expect(calls).to(equal(1))
                        second.cancel()
                        emitter.send(2)
                        expect(calls).to(equal(1))
                    }
                }
            }

            it("of removeDuplicates(by:) runs once for each value but the first") {
                let emitter = Emitter<Int>()
                var calls = 0
                let derived = emitter.removeDuplicates { old, new in
                    calls += 1
                    return old == new
                }
                let bag = SubscriptionBag()
                for _ in 0..<3 { derived.observe { _ in }.store(in: bag) }
                [1, 1, 2].forEach(emitter.send)
                expect(calls).to(equal(2))
            }

            it("runs once where two ways from it meet again") {
                let emitter = Emitter<Int>()
                var calls = 0
                let shared = emitter.map { value in
                    calls += 1
                    return value
                }
                let seen = Recording(of: merge(shared.map { $0 + 1 }, shared.map { $0 * 10 }))
                emitter.send(3)
                expect(calls).to(equal(1))
                expect(seen.values).to(equal([4, 30]))
            }
        }
    }
}
