import MillraceSpecs

/// Variables that each example has anew, and the ways to end an example.
final class TestStateSpec: Spec {
    func testSpec() {
        describe("a variable of the test's state") {
            it("is made anew before each example, and is there for every hook") {
                let run = try ChildRun(.state)
                expect(run.said).to(
                    equal(["made", "before 1 nil", "after 11 set", "made", "before 1 nil", "after 1 nil"])
                )
            }

            it("fails the example where its initial value throws") {
                let run = try ChildRun(.throwingState)
                expect(run.said).to(beEmpty())
                expect(run.failures.map(\.line)).to(equal([line("throwing state", in: "WordFixtures")]))
                expect(run.failures.map(\.message)).to(equal(["@TestState threw error \"FixtureError()\""]))
            }

            it("traps where it is read while no example runs") {
                let run = try ChildRun(.earlyState)
                expect(run.errors).to(contain("TestState.wrappedValue: read where no example runs, at "))
                expect(run.errors).to(contain("To fix: read it in an `it` or in a hook."))
                expect(run.status).toNot(equal(0))
            }

            context("that is set by a hook") {
                @TestState var text: String!
                beforeEach { text = "set" }
                it("needs no initial value") { expect(text.count) == 3 }
            }

            context("that holds an object") {
                final class Witness {}
                weak var last: Witness?
                @TestState var witness = Witness()

                it("is not shared: the first example keeps nothing") { last = witness }
                it("is not shared: the object is gone in the next") { expect(last).to(beNil()) }
            }
        }

        describe("StopTest") {
            it("ends the example, as failed where it was made, or silently") {
                let run = try ChildRun(.stopping)
                let file = "WordFixtures"
                expect(run.said).to(beEmpty())
                expect(run.failures).to(
                    equal([
                        .init(line: line("stop", in: file), name: "stops", message: "no use"),
                        .init(
                            line: line("stop in hook", in: file),
                            name: "a hook, stops the example",
                            message: "not ready"
                        ),
                    ])
                )
                expect(run.results.dropFirst().first).to(equal("passed stops silently"))
                expect(run.totals).to(equal("3 tests, with 2 failures (0 unexpected)"))
            }
        }
    }
}
