import MillraceSignals
import MillraceSpecs
import TestSupport

final class HoldSpec: Spec {
    func testSpec() {
        var bag = SubscriptionBag()
        beforeEach { bag = SubscriptionBag() }

        describe("hold") {
            it("gives each value as a change, equal ones too") {
                let emitter = Emitter<Int>()
                let seen = Recording(of: emitter.hold(0))
                [1, 1, 2].forEach(emitter.send)
                expect(seen.values).to(equal([0, 1, 1, 2]))
            }

            it("goes on for its observers when its handle is dropped, in the midst of a delivery too") {
                let emitter = Emitter<Int>()
                var held: Observable<Int>? = emitter.hold(0)
                var seen: [Int] = []
                held?.observe { value in
                    seen.append(value)
                    if value == 1 { held = nil }
                }.store(in: bag)
                [1, 2].forEach(emitter.send)
                expect(held == nil).to(beTrue())
                expect(seen).to(equal([0, 1, 2]))
            }

            it("is let go of at once when its handle is dropped, by its own signal's observer too") {
                let (emitter, living) = (Emitter<Int>(), LivingCount())
                var held: Observable<Int>? = emitter.map(living.watching { $0 }).hold(0)
                emitter.observe { _ in held = nil }.store(in: bag)
                expect(living.count).to(equal(1))
                emitter.send(1)
                expect(held == nil).to(beTrue())
                expect(living.count).to(equal(0))
            }

            it("of a signal that has finished, or finishes, may be dropped before and after") {
                let emitter = Emitter<Int>()
                var held: Observable<Int>? = emitter.hold(0)
                emitter.finish()
                held = nil
                held = emitter.hold(1)
                expect(held?.value).to(equal(1))
                held = nil
                emitter.send(2)
            }
        }
    }
}
