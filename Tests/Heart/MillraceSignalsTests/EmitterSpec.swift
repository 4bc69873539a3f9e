import MillraceSignals
import MillraceSpecs

final class EmitterSpec: Spec {
    func testSpec() {
        describe("an emitter of nothing") {
            it("sends without an argument") {
                let taps = Emitter<Void>()
                var count = 0
                let subscription = taps.observe { count += 1 }
                taps.send()
                taps.send()
                subscription.cancel()
                expect(count).to(equal(2))
            }
        }
    }
}
