import MillraceSignals
import MillraceSpecs

final class S1OrderSpec: Spec {
    func testSpec() {
        describe("S1 the order of values") {
            var emitter = Emitter<Int>()
            var log: [String]!
            var bag: SubscriptionBag!
            beforeEach {
                emitter = Emitter()
                log = []
                bag = SubscriptionBag()
            }

            func observe(_ name: String, _ signal: Signal<Int>, then react: @escaping (Int) -> Void = { _ in }) {
                signal.observe { value in
                    log.append("\(name)\(value)")
                    react(value)
                }.store(in: bag)
            }

            it("calls observers in the order in which they began to observe") {
                for name in ["a", "b", "c"] { observe(name, emitter) }
                emitter.send(1)
                expect(log).to(equal(["a1", "b1", "c1"]))
            }

            it("keeps that order when one in the middle leaves and comes back") {
                observe("a", emitter)
                let middle = emitter.observe { log.append("b\($0)") }
                observe("c", emitter)
                middle.cancel()
                observe("b", emitter)
                emitter.send(1)
                expect(log).to(equal(["a1", "c1", "b1"]))
            }

            it("brings a value to every observer before one that is sent meanwhile") {
                observe("a", emitter) { if $0 == 1 { emitter.send(2) } }
                observe("b", emitter)
                emitter.send(1)
                expect(log).to(equal(["a1", "b1", "a2", "b2"]))
            }

            it("delivers what was sent meanwhile before the outermost send returns, and not in the midst of the inner")
            {
                observe("a", emitter) { value in
                    guard value < 3 else { return }
                    emitter.send(value + 1)
                    log.append("sent \(value + 1)")
                }
                emitter.send(1)
                log.append("returned")
                expect(log).to(equal(["a1", "sent 2", "a2", "sent 3", "a3", "returned"]))
            }

            it("delivers what several observers send in the order in which they sent it") {
                observe("a", emitter) { if $0 == 1 { [2, 3].forEach(emitter.send) } }
                observe("b", emitter) { if $0 == 1 { [4, 5].forEach(emitter.send) } }
                emitter.send(1)
                expect(log).to(
                    equal(["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5", "b5"])
                )
            }

            it("needs no stack for values that are sent meanwhile") {
                var last = 0
                emitter.observe { value in
                    last = value
                    if value < 20_000 { emitter.send(value + 1) }
                }.store(in: bag)
                emitter.send(1)
                expect(last).to(equal(20_000))
            }

            it("holds for the observers of a derived signal") {
                let derived = emitter.map { $0 * 10 }
                observe("a", derived) { if $0 == 10 { emitter.send(2) } }
                observe("b", derived)
                emitter.send(1)
                expect(log).to(equal(["a10", "b10", "a20", "b20"]))
            }

            it("holds where a value comes by another way while one is being delivered") {
                let other = Emitter<Int>()
                let merged = merge(emitter, other, emitter.map { -$0 })
                observe("a", merged) { if $0 == 1 { other.send(2) } }
                observe("b", merged)
                emitter.send(1)
                expect(log).to(equal(["a1", "b1", "a2", "b2", "a-1", "b-1"]))
            }

            it("leaves signals that know nothing of each other alone: a send into another one is immediate") {
                let other = Emitter<Int>()
                observe("a", emitter) { other.send($0 + 1) }
                observe("b", emitter)
                observe("o", other)
                emitter.send(1)
                expect(log).to(equal(["a1", "o2", "b1"]))
            }
        }
    }
}
