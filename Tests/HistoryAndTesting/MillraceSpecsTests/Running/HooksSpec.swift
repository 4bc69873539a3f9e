import MillraceSpecs

/// The order of hooks, which is Quick's, and what an error in one does.
final class HooksSpec: Spec {
    func testSpec() {
        describe("hooks") {
            it("run from the outer groups to the inner before, and back after") {
                let run = try ChildRun(.hooks)
                let outward = ["outer after 1", "outer after 2", "spec after 1", "spec after 2"]
                let inward = ["spec before 1", "spec before 2", "outer before 1", "outer before 2"]
                let outer = inward + ["outer example"] + outward
                let inner =
                    inward + ["inner before 1", "inner before 2", "inner example", "inner after 1", "inner after 2"]
                    + outward
                let beside = inward + ["beside before", "beside example"] + outward
                expect(run.said).to(equal(outer + inner + beside))
            }

            it("keep their order whether they are asynchronous or not") {
                let run = try ChildRun(.asynchronousHooks)
                let before = ["before", "asynchronous before"]
                let after = ["asynchronous after", "after"]
                expect(run.said).to(equal(before + ["example"] + after + before + ["asynchronous example"] + after))
            }
        }

        describe("a beforeEach that throws") {
            it("keeps the example and deeper hooks from running, but not the afterEach of entered groups") {
                let run = try ChildRun(.throwingBefore)
                expect(run.said).to(equal(["outer before 1", "outer after", "spec after"]))
            }

            it("fails the example, at the hook's line") {
                let run = try ChildRun(.throwingBefore)
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("before", in: "HookFixtures"),
                            name: "outer, inner, never runs",
                            message: "beforeEach threw error \"FixtureError()\""
                        )
                    ])
                )
                expect(run.totals).to(equal("1 test, with 1 failure (1 unexpected)"))
            }

            it("skips the example where it throws a skip") {
                let run = try ChildRun(.skippingBefore)
                expect(run.said).to(equal(["after"]))
                expect(run.results).to(equal(["skipped never runs"]))
            }
        }

        describe("an afterEach that throws") {
            it("fails the example, and the rest still run") {
                let run = try ChildRun(.throwingAfter)
                expect(run.said).to(equal(["example", "outer after 2", "spec after"]))
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("after", in: "HookFixtures"),
                            name: "outer, runs",
                            message: "afterEach threw error \"FixtureError()\""
                        )
                    ])
                )
            }
        }
    }
}
