import MillraceSignals
import MillraceSpecs

/// `filter` and `compactMap`.
final class FilterSpec: Spec {
    func testSpec() {
        describe("filter") {
            itKeepsTheLaws(
                OperatorCase("filter", one: ";;|", many: ";;2;;4;|") { source, tick in
                    source.filter { value in
                        tick()
                        return value.isMultiple(of: 2)
                    }
                }
            )
        }

        describe("compactMap") {
            itKeepsTheLaws(
                OperatorCase("compactMap", one: ";;|", many: ";;4;;8;|") { source, tick in
                    source.compactMap { value in
                        tick()
                        return value.isMultiple(of: 2) ? value * 2 : nil
                    }
                }
            )

            it("removes one layer of optionals only") {
                expect(outputs(of: [1, 2]) { $0.compactMap { $0 == 1 ? Int??.some(nil) : .some($0) } })
                    .to(equal([nil, 2] as [Int?]))
            }
        }
    }
}
