import MillraceSpecs
import TestSupport

private struct Mishap: Error, Equatable {
    var code = 0
}

private func beEven() -> Matcher<Int> {
    Matcher("be even") { $0.isMultiple(of: 2) }
}

/// How `expect`, its verbs and a matcher work together; the three outcomes are Nimble's.
final class ExpectationSpec: Spec {
    func testSpec() {
        describe("a value that matches") {
            it("satisfies to") {
                expect(messages { expect(2).to(beEven()) }).to(equal([]))
            }
            it("fails toNot and notTo") {
                let found = messages {
                    expect(2).toNot(beEven())
                    expect(4).notTo(beEven())
                }
                expect(found).to(equal(["expected not to be even, got <2>", "expected not to be even, got <4>"]))
            }
        }

        describe("a value that does not match") {
            it("fails to") {
                expect(messages { expect(3).to(beEven()) }).to(equal(["expected to be even, got <3>"]))
            }
            it("satisfies toNot and notTo") {
                let found = messages {
                    expect(3).toNot(beEven())
                    expect(3).notTo(beEven())
                }
                expect(found).to(equal([]))
            }
        }

        describe("nil") {
            it("fails a matcher both ways") {
                let found = messages {
                    expect(nil as Int?).to(beEven())
                    expect(nil as Int?).toNot(beEven())
                }
                expect(found).to(equal(["expected to be even, got nil", "expected not to be even, got nil"]))
            }
        }

        describe("an error thrown by the value") {
            func broken() throws -> Int { throw Mishap(code: 7) }

            it("fails a matcher both ways") {
                let found = try messages {
                    expect(try broken()).to(beEven())
                    expect(try broken()).toNot(beEven())
                    expect(try broken()).to(beNil())
                    expect(try broken()).toNot(beNil())
                }
                expect(found).to(
                    equal([
                        "expected to be even, it threw <Mishap(code: 7)>",
                        "expected not to be even, it threw <Mishap(code: 7)>",
                        "expected to be nil, it threw <Mishap(code: 7)>",
                        "expected not to be nil, it threw <Mishap(code: 7)>",
                    ])
                )
            }
        }

        describe("the value") {
            it("is computed once") {
                var count = 0
                func next() -> Int {
                    count += 1
                    return count
                }
                expect(next()).to(equal(1))
                expect { next() }.to(equal(2))
                expect(count).to(equal(2))
            }

            it("may be kept, to expect more than one thing of it") {
                let expectation = expect(2), closure = expect { 2 }
                expectation.to(equal(2))
                expectation.toNot(equal(3))
                closure.to(equal(2))
            }

            it("may come from a parameter that is inout") {
                func check(_ number: inout Int) {
                    number += 1
                    expect(number).to(equal(1))
                }
                var number = 0
                check(&number)
            }

            it("may come from a closure of any shape") {
                func check() throws {}
                func compute(_ number: Int) throws -> Int { number }
                expect { try check() }.toNot(throwError())
                expect { throw Mishap() }.to(throwError())
                expect {
                    try check()
                    throw Mishap()
                }.to(throwError())
                expect {
                    if try compute(1) == 1 { throw Mishap() }
                }.to(throwError())
                expect { try compute(2) }.to(equal(2))
                expect {
                    let number = try compute(2)
                    return number + 1
                }.to(equal(3))
                expect {
                    if try compute(2) == 3 { return 4 }
                    throw Mishap()
                }.to(throwError())
                expect { nil as Int? }.to(beNil())
            }

            it("may come from an asynchronous closure of any shape") {
                func check() async throws { await Task.yield() }
                await expect { try await check() }.toNot(throwError())
                await expect {
                    try await check()
                    throw Mishap()
                }.to(throwError())
                await expect {
                    try await check()
                    return 3
                }.to(equal(3))
            }

            it("may come from a synchronous closure in an asynchronous example") {
                func check() throws {}
                func compute(_ number: Int) throws -> Int { number }
                await Task.yield()
                expect { try check() }.toNot(throwError())
                expect { throw Mishap() }.to(throwError())
                expect {
                    try check()
                    throw Mishap()
                }.to(throwError())
                expect { try compute(2) }.to(equal(2))
                expect {
                    let number = try compute(2)
                    return number + 1
                }.to(equal(3))
            }

            it("may come from an asynchronous closure that throws") {
                func later() async throws -> Int {
                    await Task.yield()
                    throw Mishap(code: 3)
                }
                await expect { try await later() }.to(throwError(Mishap(code: 3)))
            }
        }

        describe("a description") {
            it("stands in front of the message") {
                let found = messages {
                    expect(3).to(beEven(), description: "legs")
                    expect(2).toNot(beEven(), description: "legs")
                    expect(2).notTo(beEven(), description: "legs")
                }
                expect(found).to(
                    equal([
                        "legs: expected to be even, got <3>",
                        "legs: expected not to be even, got <2>",
                        "legs: expected not to be even, got <2>",
                    ])
                )
            }
        }

        describe("fail") {
            it("fails with its message") {
                expect(messages { fail("never here") }).to(equal(["never here"]))
            }
        }

        describe("a matcher that judges everything itself") {
            func beAbsent() -> Matcher<Int> {
                .judging("be absent") { actual in
                    if case .success(nil) = actual { return Verdict(.match, "it was absent") }
                    return Verdict(.fail, "it was there")
                }
            }

            it("decides what nil means, and when the question makes no sense") {
                let found = messages {
                    expect(nil as Int?).to(beAbsent())
                    expect(nil as Int?).toNot(beAbsent())
                    expect(1).to(beAbsent())
                    expect(1).toNot(beAbsent())
                }
                expect(found).to(
                    equal([
                        "expected not to be absent, it was absent",
                        "expected to be absent, it was there",
                        "expected not to be absent, it was there",
                    ])
                )
            }
        }
    }
}
