import MillraceSignals
import MillraceSpecs

final class NamedSpec: Spec {
    func testSpec() {
        describe("named") {
            it("gives a name, by which it is described, and returns the same object") {
                let variable = Variable(1).named("width")
                expect(variable.name).to(equal("width"))
                expect(variable.description).to(equal("\"width\" (Variable<Int>)"))
                expect(Variable(1).description).to(equal("Variable<Int>"))
                variable.value = 2
                expect(variable.value).to(equal(2))
            }

            it("a signal has the name that it was given, an emitter stays one") {
                let emitter = Emitter<Int>().named("taps")
                emitter.send(1)
                expect(emitter.name).to(equal("taps"))
                expect("\(emitter)").to(equal("\"taps\" (Emitter<Int>)"))
                expect("\(emitter.map { $0 })").to(equal("Signal<Int>"))
            }
        }
    }
}
