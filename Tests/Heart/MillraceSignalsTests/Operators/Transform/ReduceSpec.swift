import MillraceSignals
import MillraceSpecs

final class ReduceSpec: Spec {
    func testSpec() {
        describe("reduce") {
            itKeepsTheLaws(
                OperatorCase("reduce", empty: ";0 |", one: ";;1 |", many: ";;;;;10 |") { source, tick in
                    source.reduce(0) { sum, value in
                        tick()
                        return sum + value
                    }
                }
            )
        }
    }
}
