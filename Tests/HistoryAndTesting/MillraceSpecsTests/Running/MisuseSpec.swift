import MillraceSpecs

/// Specs that are written wrong: each is told so, at its line, and the run goes on.
final class MisuseSpec: Spec {
    func testSpec() {
        describe("a word in the wrong place") {
            it("is a failure of the running example, at the word's line") {
                let run = try ChildRun(.misplaced)
                let file = "MisuseFixtures"
                expect(run.failures.map(\.line)).to(
                    equal([
                        line("it in it", in: file), line("describe in it", in: file),
                        line("beforeEach in it", in: file), line("it in beforeEach", in: file),
                    ])
                )
                expect(run.failures.first).to(
                    equal(
                        .init(
                            line: line("it in it", in: file),
                            name: "holds an it",
                            message: "it: used while the example 'holds an it' runs. To fix: move it into a `describe` "
                                + "or `context`, beside the `it`s, in the test method of a Spec."
                        )
                    )
                )
                expect(run.said).to(equal(["example"]))
            }
        }

        describe("a word that comes when the test method has ended") {
            it("is a failure of the running example, at the word's line") {
                let run = try ChildRun(.late)
                expect(run.failures.map(\.line)).to(equal([line("late it", in: "MisuseFixtures")]))
                expect(run.failures.first?.message).to(contain("it: used after the test method had ended."))
                expect(run.results).to(equal(["failed runs meanwhile"]))
            }
        }

        describe("a spec that defines no example") {
            it("fails") {
                let run = try ChildRun(.empty)
                let message = "SpecRunSpec: the test method defined no example. To fix: write an `it` in it."
                expect(run.failures).to(equal([.init(line: 0, name: "testSpec", message: message)]))
                expect(run.totals).to(equal("1 test, with 1 failure (0 unexpected)"))
                expect(run.status).to(equal(1))
            }

            it("fails at the line of its first group, where it has one") {
                let run = try ChildRun(.emptyGroup)
                expect(run.failures.map(\.line)).to(equal([line("empty group", in: "MisuseFixtures")]))
            }
        }

        describe("a test method") {
            it("that throws fails the spec; what it defined before runs") {
                let run = try ChildRun(.throwingDefinition)
                expect(run.failures.map(\.message)).to(equal(["threw error \"FixtureError()\""]))
                expect(run.results).to(equal(["failed testSpec", "passed is defined before"]))
                expect(run.status).to(equal(1))
            }

            it("that checks something outside its examples fails where the check fails") {
                let run = try ChildRun(.failingDefinition)
                let file = "MisuseFixtures"
                expect(run.failures.map(\.line)).to(
                    equal([line("expect in describe", in: file), line("XCTAssert in describe", in: file)])
                )
                expect(run.results).to(equal(["failed testSpec", "passed a group, is an example"]))
            }

            it("that skips itself counts as one that is skipped") {
                let run = try ChildRun(.skippingDefinition)
                expect(run.said).to(beEmpty())
                expect(run.totals).to(equal("1 test, with 1 test skipped and 0 failures (0 unexpected)"))
            }
        }
    }
}
