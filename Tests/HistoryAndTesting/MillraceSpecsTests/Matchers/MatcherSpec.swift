import MillraceSpecs
import TestSupport

private enum Mishap: Error, Equatable {
    case early, late
}

private struct OtherMishap: Error {}

private class Animal: CustomStringConvertible {
    var description: String { "an animal" }
}

private final class Cat: Animal {}

/// Every matcher: what it matches, what it does not, and how it says so.
final class MatcherSpec: Spec {
    func testSpec() {
        describe("equal") {
            it("compares values") {
                self.check(equal(2), match: 2, noMatch: 1, "equal <2>, got <1>")
                self.check(equal([1, 2]), match: [1, 2], noMatch: [2, 1], "equal <[1, 2]>, got <[2, 1]>")
                self.check(equal("a"), match: "a", noMatch: "a ", "equal <\"a\">, got <\"a \">")
                self.checkNil(equal(2))
            }
            it("takes optional values, but no nil") {
                let number: Int? = 2
                expect(number).to(equal(number))
                let found = messages {
                    expect(nil as Int?).to(equal(nil))
                    expect(1).toNot(equal(nil))
                }
                expect(found).to(
                    equal([
                        "expected to equal nil, which no value does. To fix: use beNil()",
                        "expected not to equal nil, which no value does. To fix: use beNil()",
                    ])
                )
            }
        }

        describe("beNil") {
            it("matches nil alone") {
                self.check(beNil(), match: nil, noMatch: 1, "be nil, got <1>")
            }
        }

        describe("beTrue and beFalse") {
            it("match their value, and nil in neither way") {
                self.check(beTrue(), match: true, noMatch: false, "be true, got <false>")
                self.check(beFalse(), match: false, noMatch: true, "be false, got <true>")
                self.checkNil(beTrue())
                self.checkNil(beFalse())
            }
        }

        describe("beTruthy and beFalsy") {
            it("take nil for false") {
                self.check(beTruthy(), match: true, noMatch: false, "be truthy, got <false>")
                self.check(beFalsy(), match: false, noMatch: true, "be falsy, got <true>")
                self.check(beTruthy(), match: true, noMatch: nil, "be truthy, got nil")
                self.check(beFalsy(), match: nil, noMatch: true, "be falsy, got <true>")
            }
        }

        describe("beEmpty") {
            it("looks at collections and strings") {
                self.check(beEmpty(), match: [], noMatch: [1], "be empty, got <[1]>")
                self.check(beEmpty(), match: "", noMatch: " ", "be empty, got <\" \">")
                self.checkNil(beEmpty() as Matcher<[Int]>)
            }
        }

        describe("haveCount") {
            it("counts, and shows the count") {
                self.check(haveCount(2), match: [1, 2], noMatch: [1], "have count <2>, got <1>: <[1]>")
                self.check(haveCount(1), match: "é", noMatch: "", "have count <1>, got <0>: <\"\">")
                self.checkNil(haveCount(0) as Matcher<[Int]>)
            }
        }

        describe("contain") {
            it("looks for elements, in any order") {
                self.check(contain(3, 1), match: [1, 2, 3], noMatch: [1, 2], "contain <3>, <1>, got <[1, 2]>")
                self.checkNil(contain(1) as Matcher<[Int]>)
            }
            it("looks for an element that satisfies a condition") {
                self.check(
                    contain { $0 > 2 },
                    match: [1, 3],
                    noMatch: [1, 2],
                    "contain an element that satisfies the condition, got <[1, 2]>"
                )
            }
            it("looks for parts of a string") {
                self.check(contain("b", "a"), match: "abc", noMatch: "bc", "contain <\"b\">, <\"a\">, got <\"bc\">")
                expect("abc").to(contain("bc"))
                expect(["abc"]).toNot(contain("bc"))
            }
        }

        describe("beGreaterThan and beLessThan") {
            it("exclude the bound") {
                self.check(beGreaterThan(2), match: 3, noMatch: 2, "be greater than <2>, got <2>")
                self.check(beLessThan(2), match: 1, noMatch: 2, "be less than <2>, got <2>")
                self.checkNil(beGreaterThan(2))
                self.checkNil(beLessThan(2))
            }
        }

        describe("beGreaterThanOrEqualTo and beLessThanOrEqualTo") {
            it("include the bound") {
                self.check(
                    beGreaterThanOrEqualTo(2),
                    match: 2,
                    noMatch: 1,
                    "be greater than or equal to <2>, got <1>"
                )
                self.check(beLessThanOrEqualTo(2), match: 2, noMatch: 3, "be less than or equal to <2>, got <3>")
                self.checkNil(beGreaterThanOrEqualTo(2))
                self.checkNil(beLessThanOrEqualTo(2))
            }
        }

        describe("beWithin") {
            it("takes ranges of every kind") {
                self.check(beWithin(1..<3), match: 2, noMatch: 3, "be within <1..<3>, got <3>")
                self.check(beWithin(1...3), match: 3, noMatch: 4, "be within <1...3>, got <4>")
                expect(3).to(beWithin(3...))
                expect(2).toNot(beWithin(3...))
                self.checkNil(beWithin(1...3))
            }
        }

        describe("beCloseTo") {
            it("allows a difference") {
                self.check(
                    beCloseTo(1),
                    match: 1.00005,
                    noMatch: 1.001,
                    "be close to <1.0> (within 0.0001), got <1.001>"
                )
                self.check(
                    beCloseTo(1, within: 0.5),
                    match: 1.5,
                    noMatch: 1.6,
                    "be close to <1.0> (within 0.5), got <1.6>"
                )
                self.checkNil(beCloseTo(1.0))
            }
            it("matches no number that is not one") {
                expect(Double.nan).toNot(beCloseTo(1))
            }
        }

        describe("beIdenticalTo") {
            it("compares objects by identity") {
                let animal = Animal()
                expect(animal).to(beIdenticalTo(animal))
                expect(animal).toNot(beIdenticalTo(Animal()))
                let message = messages { expect(animal).to(beIdenticalTo(Cat())) }.first
                expect(message).to(contain("expected to be identical to <an animal at 0x", ">, got <an animal at 0x"))
            }
            it("takes no nil") {
                let animal: Animal? = nil
                let found = messages {
                    expect(animal).to(beIdenticalTo(animal))
                    expect(Animal()).toNot(beIdenticalTo(animal))
                    expect(animal).toNot(beIdenticalTo(Animal()))
                }
                expect(found).to(haveCount(3))
            }
        }

        describe("beAKindOf") {
            it("looks at the type of the value, not of the variable") {
                self.check(beAKindOf(Cat.self), match: Cat(), noMatch: Animal(), "be a kind of Cat, got <an animal>")
                expect(Cat()).to(beAKindOf(Animal.self))
            }
        }

        describe("throwError") {
            func call(_ error: (any Error)?) throws -> Int {
                if let error { throw error }
                return 1
            }

            it("matches whatever is thrown") {
                expect(try call(Mishap.late)).to(throwError())
                expect { try call(nil) }.toNot(throwError())
                let found = try messages {
                    expect(try call(nil)).to(throwError())
                    expect(try call(Mishap.late)).toNot(throwError())
                }
                expect(found).to(
                    equal([
                        "expected to throw an error, it threw nothing",
                        "expected not to throw an error, it threw <late>",
                    ])
                )
            }
            it("compares errors") {
                expect(try call(Mishap.late)).to(throwError(Mishap.late))
                expect(try call(OtherMishap())).toNot(throwError(Mishap.late))
                expect(try messages { expect(try call(Mishap.early)).to(throwError(Mishap.late)) }).to(
                    equal(["expected to throw <late>, it threw <early>"])
                )
            }
            it("looks at the error's type, and hands it on") {
                var seen: [Mishap] = []
                expect(try call(Mishap.late)).to(throwError(Mishap.self) { seen.append($0) })
                expect(try call(OtherMishap())).toNot(throwError(Mishap.self) { seen.append($0) })
                expect(seen).to(equal([.late]))
                expect(try messages { expect(try call(OtherMishap())).to(throwError(Mishap.self)) }).to(
                    equal(["expected to throw a Mishap, it threw <OtherMishap()>"])
                )
            }
            it("hands on the error, of any type or of the one that the closure takes") {
                var seen: [String] = []
                expect(try call(Mishap.late)).to(throwError { error in seen.append("\(error)") })
                expect(try call(Mishap.early)).to(throwError { (mishap: Mishap) in seen.append("\(mishap)") })
                expect(try call(OtherMishap())).toNot(throwError { (mishap: Mishap) in seen.append("\(mishap)") })
                expect(seen).to(equal(["late", "early"]))
            }
            it("looks at closures that return nothing") {
                expect { throw Mishap.early }.to(throwError())
                expect {}.toNot(throwError())
            }
        }
    }
}
