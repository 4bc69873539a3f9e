import MillraceSpecs
import TestSupport

private final class Thing {}

/// The operators, which are other names for matchers, and what `nil` means to them.
final class OperatorsSpec: Spec {
    func testSpec() {
        describe("== and !=") {
            it("compare values") {
                let found = messages {
                    expect(1) == 1
                    expect(1) != 2
                    expect([1, 2]) == [1, 2]
                    expect("a") == "a"
                    expect(1) == 2
                    expect(1) != 1
                }
                expect(found).to(equal(["expected to equal <2>, got <1>", "expected not to equal <1>, got <1>"]))
            }

            it("take optional values") {
                let number: Int? = 1, none: Int? = nil
                expect(number) == 1
                expect(number) == number
                let found = messages { expect(none) == none }
                expect(found).to(equal(["expected to equal nil, which no value does. To fix: use beNil()"]))
            }

            it("take the literal nil for what is not there") {
                let none: Int? = nil
                let thing: Thing? = Thing()
                expect(none) == nil
                expect(thing) != nil
                expect(messages { expect(1 as Int?) == nil }).to(equal(["expected to be nil, got <1>"]))
                expect(messages { expect(none) != nil }).to(equal(["expected not to be nil, got nil"]))
            }

            it("fail both ways on nil") {
                let none: Int? = nil
                expect(messages { expect(none) == 1 }).to(haveCount(1))
                expect(messages { expect(none) != 1 }).to(haveCount(1))
            }

            it("look at what an asynchronous closure returns") {
                func later() async -> Int {
                    await Task.yield()
                    return 1
                }
                await expect { await later() } == 1
            }
        }

        describe("<, <=, > and >=") {
            it("compare values") {
                let passing = messages {
                    expect(1) < 2
                    expect(1) <= 1
                    expect(2) > 1
                    expect(1) >= 1
                    expect(1.5) > 1
                }
                expect(passing).to(beEmpty())
                let failing = messages {
                    expect(2) < 2
                    expect(2) <= 1
                    expect(2) > 2
                    expect(1) >= 2
                    expect(nil as Int?) < 1
                }
                expect(failing).to(
                    equal([
                        "expected to be less than <2>, got <2>", "expected to be less than or equal to <1>, got <2>",
                        "expected to be greater than <2>, got <2>",
                        "expected to be greater than or equal to <2>, got <1>", "expected to be less than <1>, got nil",
                    ])
                )
            }
        }

        describe("=== and !==") {
            it("compare objects by identity") {
                let thing = Thing(), other = Thing()
                expect(thing) === thing
                expect(thing) !== other
                expect(messages { expect(thing) === other }).to(haveCount(1))
                expect(messages { expect(thing) !== thing }).to(haveCount(1))
            }
        }
    }
}
