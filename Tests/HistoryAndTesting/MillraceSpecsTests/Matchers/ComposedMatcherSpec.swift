import MillraceSpecs
import TestSupport

private enum State {
    case idle
    case loaded([Int])
}

/// Matchers of sequences, texts and patterns, and matchers made of matchers.
final class ComposedMatcherSpec: Spec {
    func testSpec() {
        describe("beginWith and endWith") {
            it("compare the first and the last elements") {
                self.check(beginWith(1, 2), match: [1, 2, 3], noMatch: [1, 3], "begin with <1>, <2>, got <[1, 3]>")
                self.check(endWith(2, 3), match: [1, 2, 3], noMatch: [3], "end with <2>, <3>, got <[3]>")
                self.check(beginWith(1), match: [1], noMatch: [], "begin with <1>, got <[]>")
                self.checkNil(beginWith(1) as Matcher<[Int]>)
                self.checkNil(endWith(1) as Matcher<[Int]>)
            }
            it("compare the ends of a string") {
                self.check(beginWith("mill"), match: "millrace", noMatch: "mil", "begin with <\"mill\">, got <\"mil\">")
                self.check(endWith("race"), match: "millrace", noMatch: "race ", "end with <\"race\">, got <\"race \">")
                expect("a").to(beginWith("a"))
                expect("a").to(endWith("a"))
            }
        }

        describe("match") {
            it("finds a regular expression anywhere in the string") {
                self.check(match("[0-9]+"), match: "a 12", noMatch: "a", "match <[0-9]+>, got <\"a\">")
                self.check(match(/^\d+$/), match: "12", noMatch: "a", "match the regular expression, got <\"a\">")
                self.checkNil(match("a"))
            }
            it("fails both ways where the expression is none") {
                let found = messages {
                    expect("a").to(match("["))
                    expect("a").toNot(match("["))
                }
                expect(found).to(haveCount(2))
                expect(found).to(allPass(contain("match <[>, which is no regular expression:")))
            }
        }

        describe("matchPattern") {
            it("looks at a case and what it carries") {
                let isLong: Matcher<State> = matchPattern {
                    if case .loaded(let items) = $0 { items.count > 1 } else { false }
                }
                self.check(isLong, match: .loaded([1, 2]), noMatch: .idle, "match the pattern, got <idle>")
                expect(State.loaded([1])).toNot(isLong)
                expect(State.idle).to(matchPattern { if case .idle = $0 { true } else { false } })
                self.checkNil(isLong)
            }
        }

        describe("allPass") {
            it("wants each element to match") {
                self.check(
                    allPass(beGreaterThan(1)),
                    match: [2, 3],
                    noMatch: [2, 1, 0],
                    "have elements that all be greater than <1>, got <1> at index 1 of <[2, 1, 0]>"
                )
                expect([2, 4]).to(allPass { $0.isMultiple(of: 2) })
                expect([2, 3]).toNot(allPass { $0.isMultiple(of: 2) })
                expect([] as [Int]).to(allPass(equal(1)))
                self.checkNil(allPass(equal(1)) as Matcher<[Int]>)
            }
            it("fails both ways on a thrown error") {
                func broken() throws -> [Int] { throw FixtureError() }
                let found = try messages {
                    expect(try broken()).to(allPass(equal(1)))
                    expect(try broken()).toNot(allPass(equal(1)))
                }
                expect(found).to(haveCount(2))
            }
        }

        describe("satisfyAllOf") {
            it("wants every matcher to match, and shows what the first other found") {
                self.check(
                    satisfyAllOf(beGreaterThan(1), beLessThan(4)),
                    match: 2,
                    noMatch: 4,
                    "be greater than <1> and be less than <4>, got <4>"
                )
                self.checkNil(satisfyAllOf(equal(1), equal(1)))
            }
        }

        describe("satisfyAnyOf") {
            it("wants one matcher to match") {
                self.check(satisfyAnyOf(equal(1), equal(2)), match: 2, noMatch: 3, "equal <1> or equal <2>, got <3>")
                self.checkNil(satisfyAnyOf(equal(1), equal(2)))
            }
            it("may make nil a value among others") {
                expect(nil as Int?).to(satisfyAnyOf(equal(1), beNil()))
            }
        }

        describe("elementsEqual") {
            it("compares sequences of any types") {
                self.check(
                    elementsEqual(1...2),
                    match: [1, 2],
                    noMatch: [2, 1],
                    "have the elements <[1, 2]>, got <[2, 1]>"
                )
                expect([1, 2]).toNot(elementsEqual([1]))
                expect([1, 2]).to(elementsEqual(["1", "2"]) { "\($0)" == $1 })
                self.checkNil(elementsEqual([1]) as Matcher<[Int]>)
            }
        }
    }
}
