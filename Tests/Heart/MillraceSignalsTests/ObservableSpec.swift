import MillraceSignals
import MillraceSpecs

final class ObservableSpec: Spec {
    func testSpec() {
        describe("an observable that is a constant") {
            it("gives its value at once, and to what derives from it") {
                let (constant, variable) = (Observable(1), Variable(2))
                let sum = combine(constant, variable).map { $0 + $1 }
                let seen = Recording(of: sum)
                variable.value = 3
                expect(constant.value).to(equal(1))
                expect(seen.values).to(equal([3, 4]))
            }

            it("may stand where a variable does") {
                let choice = Variable(true)
                let (live, constant) = (Variable("live"), Observable("off line"))
                let title = choice.flatMapLatest { $0 ? live.observable : constant }
                choice.value = false
                expect(title.value).to(equal("off line"))
            }
        }
    }
}
