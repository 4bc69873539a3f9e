import MillraceSpecs

/// What runs around an example, in Quick's order: its functional tests of `aroundEach` are the oracle.
final class AroundEachSpec: Spec {
    func testSpec() {
        describe("aroundEach") {
            it("takes turns with beforeEach, and ends in reverse before afterEach") {
                let run = try ChildRun(.around)
                expect(run.said.prefix(12)).to(
                    equal([
                        "before 0", "around 0 begins", "before 1", "around 1 begins runs", "before 2",
                        "just before", "example",
                        "around 1 ends", "around 0 ends", "after 0", "after 1", "after 2",
                    ])
                )
            }

            it("encloses the groups within, and their justBeforeEach comes after all else") {
                let run = try ChildRun(.around)
                expect(run.said.dropFirst(12)).to(
                    equal([
                        "before 0", "around 0 begins", "before 1", "around 1 begins inside, runs too", "before 2",
                        "inner before", "inner around begins",
                        "just before", "inner just before", "inner example",
                        "inner around ends", "inner after",
                        "around 1 ends", "around 0 ends", "after 0", "after 1", "after 2",
                    ])
                )
                expect(run.status).to(equal(0))
            }

            it("fails an example that it does not run, or runs twice, at its line") {
                let run = try ChildRun(.wrongAround)
                let file = "WordFixtures"
                func remedy(_ calls: Int) -> String {
                    "aroundEach: ran the example \(calls) times. To fix: call what its closure gets once."
                }
                expect(run.said).to(equal(["two", "after"]))
                expect(run.failures).to(
                    equal([
                        .init(line: line("no call", in: file), name: "none, does not run", message: remedy(0)),
                        .init(line: line("two calls", in: file), name: "two, runs once", message: remedy(2)),
                        .init(
                            line: line("throwing around", in: file),
                            name: "throws, does not run",
                            message: "aroundEach threw error \"FixtureError()\""
                        ),
                    ])
                )
            }

            context("with a task-local value") {
                aroundEach { runExample in
                    Setting.$current.withValue("bound") { runExample() }
                }
                it("hands it to the example") { expect(Setting.current).to(equal("bound")) }
                it("hands it to an asynchronous example") {
                    await Task.yield()
                    expect(Setting.current).to(equal("bound"))
                }
            }
        }

        describe("justBeforeEach") {
            var parts: [String] = []
            var sentence = ""
            justBeforeEach { sentence = parts.joined(separator: " ") }
            beforeEach { parts = ["outer"] }

            context("with a group that prepares more") {
                beforeEach { parts.append("inner") }
                it("sees all that was prepared") { expect(sentence).to(equal("outer inner")) }
            }

            it("fails the example where it throws; the way out is gone") {
                let run = try ChildRun(.justBefore)
                expect(run.said).to(equal(["before", "after"]))
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("throwing justBefore", in: "WordFixtures"),
                            name: "throws, inside, does not run",
                            message: "justBeforeEach threw error \"FixtureError()\""
                        )
                    ])
                )
            }
        }

        describe("a hook that asks for the example") {
            it("gets its sentence, number and place") {
                let run = try ChildRun(.metadata)
                let file = "WordFixtures"
                expect(run.said).to(
                    equal([
                        "before 0 is the first:\(line("first metadata", in: file))", "after 0 true",
                        "before 2 a group, is the third:\(line("third metadata", in: file))", "after 2 true",
                    ])
                )
            }
        }
    }
}

private enum Setting {
    @TaskLocal static var current = "none"
}
