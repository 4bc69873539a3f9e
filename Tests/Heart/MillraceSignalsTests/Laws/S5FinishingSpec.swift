import MillraceSignals
import MillraceSpecs

final class S5FinishingSpec: Spec {
    func testSpec() {
        describe("S5 finishing") {
            var emitter = Emitter<Int>()
            var log: [String]!
            var bag: SubscriptionBag!
            beforeEach {
                emitter = Emitter()
                log = []
                bag = SubscriptionBag()
            }

            func observe(_ name: String, _ signal: Signal<Int>, then react: @escaping (Int) -> Void = { _ in }) {
                signal.observe(onFinish: { log.append("\(name) finished") }) { value in
                    log.append("\(name)\(value)")
                    react(value)
                }.store(in: bag)
            }

            it("is told to every observer, in order, once") {
                observe("a", emitter)
                observe("b", emitter)
                emitter.finish()
                emitter.finish()
                expect(log).to(equal(["a finished", "b finished"]))
            }

            it("silences the emitter") {
                observe("a", emitter)
                emitter.finish()
                emitter.send(1)
                expect(log).to(equal(["a finished"]))
            }

            it("is told at once to those who come later, who get no value") {
                emitter.finish()
                observe("a", emitter)
                emitter.send(1)
                expect(log).to(equal(["a finished"]))
            }

            it("comes after the values that were sent before it, and stops those sent after it") {
                observe("a", emitter) { value in
                    guard value == 1 else { return }
                    emitter.send(2)
                    emitter.finish()
                    emitter.send(3)
                }
                observe("b", emitter)
                emitter.send(1)
                expect(log).to(equal(["a1", "b1", "a2", "b2", "a finished", "b finished"]))
            }

            it("lets an observer observe and send from within its end") {
                emitter.observe(onFinish: {
                    observe("late", emitter)
                    emitter.send(1)
                    emitter.finish()
                }) { _ in }.store(in: bag)
                observe("b", emitter)
                emitter.finish()
                expect(log).to(equal(["late finished", "b finished"]))
            }

            it("goes through every operator") {
                let derived: [(String, Signal<Int>)] = [
                    ("map", emitter.map { $0 }), ("filter", emitter.filter { _ in false }),
                    ("compactMap", emitter.compactMap { $0 }), ("ignoreNil", emitter.map(Optional.some).ignoreNil()),
                    ("scan", emitter.scan(0, +)), ("merge", merge(emitter, emitter)),
                    ("removeDuplicates", emitter.removeDuplicates()), ("prefix", emitter.prefix(9)),
                    ("drop", emitter.drop(9)),
                ]
                for (name, signal) in derived { observe(name, signal) }
                emitter.finish()
                expect(log).to(equal(derived.map { "\($0.0) finished" }))
            }

            it("does not come from the release of the emitter, which falls silent") {
                observe("a", emitter)
                observe("b", emitter.map { $0 })
                emitter = Emitter()
                expect(log).to(beEmpty())
            }
        }

        describe("S5 a failure") {
            struct Refused: Error {}

            it("is a value, and ends nothing: what comes after it is delivered") {
                let responses = Emitter<Result<Int, Refused>>()
                let seen = Recording(of: responses.map { try? $0.get() })
                responses.send(.success(1))
                responses.send(.failure(Refused()))
                responses.send(.success(2))
                expect(seen.values).to(equal([1, nil, 2]))
            }
        }
    }
}
