import MillraceSignals
import MillraceSpecs

final class SelectingSpec: Spec {
    func testSpec() {
        describe("Operators that choose among the values") {
            itKeepsTheLaws(
                OperatorCase("first", one: ";1 |;", many: ";1 |;;;;") { source, _ in source.first() },
                OperatorCase("last", one: ";;1 |", many: ";;;;;4 |") { source, _ in source.last() },
                OperatorCase("element(at:)", one: ";;|", many: ";;;3 |;;") { source, _ in source.element(at: 2) },
                OperatorCase("prefix", one: ";1;|", many: ";1;2 |;;;") { source, _ in source.prefix(2) },
                OperatorCase("prefix(while:)", one: ";1;|", many: ";1;2;|;;") { source, tick in
                    source.prefix { value in
                        tick()
                        return value < 3
                    }
                },
                OperatorCase("prefix(until:)", one: ";1;|", many: ";1;2;|;;") { source, _ in
                    source.prefix(until: source.filter { $0 == 3 })
                },
                OperatorCase("suffix", one: ";;1 |", many: ";;;;;2 3 4 |") { source, _ in source.suffix(3) },
                OperatorCase("drop", one: ";;|", many: ";;;3;4;|") { source, _ in source.drop(2) },
                OperatorCase("drop(while:)", one: ";;|", many: ";;;3;4;|") { source, tick in
                    source.drop { value in
                        tick()
                        return value < 3
                    }
                },
                OperatorCase("drop(until:)", one: ";;|", many: ";;;3;4;|") { source, _ in
                    source.drop(until: source.filter { $0 == 3 })
                },
                OperatorCase("sample(on:)", one: ";;|", many: ";;2;;4;|") { source, _ in
                    source.sample(on: source.filter { $0.isMultiple(of: 2) })
                }
            )

            it("prefix and suffix of none emit nothing, and finish at once and with the source") {
                expect(trace("a1 a|") { a, _, _ in a.prefix(0) }).to(equal("|;;"))
                expect(trace("a1 a|") { a, _, _ in a.suffix(0) }).to(equal(";;|"))
                expect(trace("a1 a|") { a, _, _ in a.drop(0) }).to(equal(";1;|"))
            }

            it("prefix(while:) and drop(while:) do not ask again once they know") {
                var asked: [Int] = []
                func isSmall(_ value: Int) -> Bool {
                    asked.append(value)
                    return value < 2
                }
                _ = trace("a1 a2 a1 a|") { a, _, _ in a.prefix(while: isSmall) }
                _ = trace("a1 a2 a1 a|") { a, _, _ in a.drop(while: isSmall) }
                expect(asked).to(equal([1, 2, 1, 2]))
            }

            it("prefix(while:) emits nothing after it has finished in the midst of values that wait") {
                expect(trace("a4") { a, _, _ in a.prepend(1, 5, 2).prefix { $0 < 3 } }).to(equal("1 |;"))
            }

            context("with another signal") {
                it("prefix(until:) finishes when that emits, not when that finishes") {
                    expect(trace("a1 b9 a2") { a, b, _ in a.prefix(until: b) }).to(equal(";1;|;"))
                    expect(trace("a1 b| a2") { a, b, _ in a.prefix(until: b) }).to(equal(";1;;2"))
                }

                it("prefix(until:) does not observe the source where the other emits at once") {
                    var starts = 0
                    let played = trace("a1") { a, b, _ in
                        a.handleEvents(onStart: { starts += 1 }).prefix(until: b.prepend(9))
                    }
                    expect(played).to(equal("|;"))
                    expect(starts).to(equal(0))
                }

                it("drop(until:) begins when that emits, and finishes when that finishes without a value") {
                    expect(trace("a1 b9 a2 b| a3") { a, b, _ in a.drop(until: b) }).to(equal(";;;2;;3"))
                    expect(trace("a1 b| a2") { a, b, _ in a.drop(until: b) }).to(equal(";;|;"))
                }

                it("drop(until:) lets the other go once it has emitted") {
                    var log: [String] = []
                    _ = trace("b1 b2") { a, b, _ in
                        let told = b.handleEvents(onValue: { log.append("\($0)") }, onCancel: { log.append("left") })
                        return a.drop(until: told)
                    }
                    expect(log).to(equal(["1", "left"]))
                }

                it("sample(on:) gives each value once") {
                    expect(trace("b0 a1 a2 b0 b0 a3 b0") { a, b, _ in a.sample(on: b) }).to(equal(";;;;2;;;3"))
                }

                it("sample(on:) gives the last value away after the source has finished, then finishes") {
                    expect(trace("a1 a| b0") { a, b, _ in a.sample(on: b) }).to(equal(";;;1 |"))
                    expect(trace("a1 b0 a| b0") { a, b, _ in a.sample(on: b) }).to(equal(";;1;|;"))
                    expect(trace("a1 b| a2") { a, b, _ in a.sample(on: b) }).to(equal(";;|;"))
                }
            }
        }
    }
}
