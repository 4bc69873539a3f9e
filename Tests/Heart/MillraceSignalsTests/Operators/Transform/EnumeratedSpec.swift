import MillraceSignals
import MillraceSpecs

final class EnumeratedSpec: Spec {
    func testSpec() {
        describe("enumerated") {
            itKeepsTheLaws(
                OperatorCase("enumerated", one: ";0-1;|", many: ";0-1;1-2;2-3;3-4;|") { source, _ in
                    source.enumerated().map { "\($0.offset)-\($0.element)" }
                }
            )
        }
    }
}
