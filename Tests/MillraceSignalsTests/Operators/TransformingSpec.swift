import MillraceSignals
import MillraceSpecs

final class TransformingSpec: Spec {
    func testSpec() {
        describe("Operators that make other values of the values") {
            itKeepsTheLaws(
                OperatorCase("map", one: ";10;|", many: ";10;20;30;40;|") { source, tick in
                    source.map { value in
                        tick()
                        return value * 10
                    }
                },
                OperatorCase("map(to:)", one: ";x;|", many: ";x;x;x;x;|") { source, _ in source.map(to: "x") },
                OperatorCase("filter", one: ";;|", many: ";;2;;4;|") { source, tick in
                    source.filter { value in
                        tick()
                        return value.isMultiple(of: 2)
                    }
                },
                OperatorCase("compactMap", one: ";;|", many: ";;4;;8;|") { source, tick in
                    source.compactMap { value in
                        tick()
                        return value.isMultiple(of: 2) ? value * 2 : nil
                    }
                },
                OperatorCase("scan", one: ";1;|", many: ";1;3;6;10;|") { source, tick in
                    source.scan(0) { sum, value in
                        tick()
                        return sum + value
                    }
                },
                OperatorCase("reduce", empty: ";0 |", one: ";;1 |", many: ";;;;;10 |") { source, tick in
                    source.reduce(0) { sum, value in
                        tick()
                        return sum + value
                    }
                },
                OperatorCase("pairwise", one: ";;|", many: ";;1-2;2-3;3-4;|") { source, _ in
                    source.pairwise().map { "\($0.old)-\($0.new)" }
                },
                OperatorCase("enumerated", one: ";0-1;|", many: ";0-1;1-2;2-3;3-4;|") { source, _ in
                    source.enumerated().map { "\($0.offset)-\($0.element)" }
                },
                OperatorCase("collect", one: ";;[1] |", many: ";;;[1,2,3];;[4] |") { source, _ in
                    source.collect(3).map { "[\($0.map(String.init).joined(separator: ","))]" }
                },
                OperatorCase("removeDuplicates", one: ";0;|", many: ";0;1;;2;|") { source, _ in
                    source.map { $0 / 2 }.removeDuplicates()
                },
                OperatorCase("removeDuplicates(by:) with a key", one: ";1;|", many: ";1;2;;4;|") { source, tick in
                    source.removeDuplicates { (value: Int) -> Int in
                        tick()
                        return value / 2
                    }
                },
                OperatorCase("ignoreValues", one: ";;|", many: ";;;;;|") { source, _ in source.ignoreValues() }
            )

            it("removes duplicates by a key path") {
                expect(trace("a1 a3 a2 a4") { a, _, _ in a.map { [$0, $0 % 2] }.removeDuplicates(by: \.[1]) })
                    .to(equal(";[1, 1];;[2, 0];"))
            }

            it("counts and collects nothing that came while nobody observed") {
                let emitter = Emitter<Int>()
                let pairs = emitter.collect(2)
                pairs.observe { _ in }.cancel()
                emitter.send(1)
                var log: [[Int]] = []
                let subscription = pairs.observe { log.append($0) }
                emitter.send(2)
                emitter.send(3)
                subscription.cancel()
                expect(log).to(equal([[2, 3]]))
            }

            it("takes a pair of values that are nil for a pair") {
                let emitter = Emitter<Int?>()
                var log: [String] = []
                let subscription = emitter.pairwise().observe { log.append("\($0.old as Any), \($0.new as Any)") }
                emitter.send(nil)
                emitter.send(nil)
                subscription.cancel()
                expect(log).to(equal(["nil, nil"]))
            }
        }
    }
}
