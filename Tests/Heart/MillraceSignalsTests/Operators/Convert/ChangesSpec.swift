import MillraceSignals
import MillraceSpecs

final class ChangesSpec: Spec {
    func testSpec() {
        describe("changes") {
            it("are a signal as any other") {
                let number = Variable(0)
                let seen = Recording(of: number.changes.filter { $0 > 1 }.map { $0 * 10 })
                (1...3).forEach { number.value = $0 }
                expect(seen.values).to(equal([20, 30]))
            }
        }
    }
}
