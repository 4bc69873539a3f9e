import MillraceSignals
import MillraceSpecs

final class MapSpec: Spec {
    func testSpec() {
        describe("map") {
            itKeepsTheLaws(
                OperatorCase("map", one: ";10;|", many: ";10;20;30;40;|") { source, tick in
                    source.map { value in
                        tick()
                        return value * 10
                    }
                },
                OperatorCase("map(to:)", one: ";x;|", many: ";x;x;x;x;|") { source, _ in source.map(to: "x") }
            )
        }
    }
}
