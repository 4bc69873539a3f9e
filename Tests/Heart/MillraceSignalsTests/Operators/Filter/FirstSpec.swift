import MillraceSignals
import MillraceSpecs

final class FirstSpec: Spec {
    func testSpec() {
        describe("first, last and element(at:)") {
            itKeepsTheLaws(
                OperatorCase("first", one: ";1 |;", many: ";1 |;;;;") { source, _ in source.first() },
                OperatorCase("last", one: ";;1 |", many: ";;;;;4 |") { source, _ in source.last() },
                OperatorCase("element(at:)", one: ";;|", many: ";;;3 |;;") { source, _ in source.element(at: 2) }
            )
        }
    }
}
