import MillraceSpecs

/// What runs once for a spec.
final class SuiteHooksSpec: Spec {
    func testSpec() {
        describe("beforeSuite and afterSuite") {
            it("run once, before the first example and after the last, and report in their names") {
                let run = try ChildRun(.suite)
                expect(run.said).to(equal(["before suite", "first", "last", "after suite", "after suite too"]))
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("expect in beforeSuite", in: "WordFixtures"),
                            name: "is first",
                            message: "expected to equal <2>, got <1>"
                        )
                    ])
                )
                expect(run.totals).to(equal("4 tests, with 2 tests skipped and 1 failure (0 unexpected)"))
            }

            it("do not run where every example is pending") {
                expect(try ChildRun(.pendingSuite).said).to(beEmpty())
            }
        }

        describe("a beforeSuite that throws") {
            it("fails the spec, skips its examples, and afterSuite runs") {
                let run = try ChildRun(.failingSuite)
                expect(run.said).to(equal(["after suite"]))
                expect(run.results).to(equal(["failed is first", "skipped is second", "failed is last"]))
                expect(run.totals).to(equal("3 tests, with 1 test skipped and 2 failures (2 unexpected)"))
                expect(run.failures.map(\.message)).to(
                    equal(["beforeSuite threw error \"FixtureError()\"", "afterSuite threw error \"FixtureError()\""])
                )
                expect(run.failures.map(\.line)).to(
                    equal([line("beforeSuite", in: "WordFixtures"), line("afterSuite", in: "WordFixtures")])
                )
            }
        }
    }
}
