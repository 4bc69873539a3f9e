import MillraceSignals
import MillraceSpecs

/// `filter`, `compactMap` and `ignoreNil`.
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

            it("gives the values that satisfy the condition") {
                expect(outputs(of: [1, 2, 3, 4]) { $0.filter { $0 % 2 == 0 } }).to(equal([2, 4]))
            }
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

            it("gives what its closure makes of each value, where that is not nil") {
                expect(outputs(of: ["1", "one", "2"]) { $0.compactMap { Int($0) } }).to(equal([1, 2]))
            }

            it("removes one layer of optionals only") {
                expect(outputs(of: [1, 2]) { $0.compactMap { $0 == 1 ? Int??.some(nil) : .some($0) } })
                    .to(equal([nil, 2] as [Int?]))
            }
        }

        describe("ignoreNil") {
            it("gives the values that are not nil, unwrapped") {
                expect(outputs(of: [1, nil, 2]) { (signal: Signal<Int?>) in signal.ignoreNil() }).to(equal([1, 2]))
            }
        }
    }
}
