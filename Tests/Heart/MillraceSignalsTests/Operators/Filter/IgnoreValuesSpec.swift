import MillraceSignals
import MillraceSpecs

final class IgnoreValuesSpec: Spec {
    func testSpec() {
        describe("ignoreValues") {
            itKeepsTheLaws(
                OperatorCase("ignoreValues", one: ";;|", many: ";;;;;|") { source, _ in source.ignoreValues() }
            )
        }
    }
}
