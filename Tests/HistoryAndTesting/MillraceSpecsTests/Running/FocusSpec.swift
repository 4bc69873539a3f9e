import MillraceSpecs

/// Focused and pending examples, and how a continuous integration keeps focus out.
final class FocusSpec: Spec {
    func testSpec() {
        describe("a focus") {
            it("limits the spec to what is focused; pending beats it") {
                let run = try ChildRun(.focused)
                expect(run.said).to(
                    equal(["focused", "asynchronous", "in a group", "twice", "deep in a group", "in a context"])
                )
                expect(run.results).to(
                    equal([
                        "passed is focused", "passed is focused and asynchronous",
                        "passed a focused group, is in focus",
                        "skipped a focused group, is pending",
                        "passed a focused group, is focused twice",
                        "passed a focused group, with a group in it, is in focus",
                        "passed a group, that is focused, is in focus",
                    ])
                )
                expect(run.totals).to(equal("7 tests, with 1 test skipped and 0 failures (0 unexpected)"))
                expect(run.status).to(equal(0))
            }

            it("says how many examples it left out of how many") {
                expect(try ChildRun(.focused).output).to(contain("SpecRunSpec: 7 of 9 examples, by focus."))
            }

            it("limits the spec also where it is pending itself") {
                let run = try ChildRun(.pendingFocus)
                expect(run.said).to(beEmpty())
                expect(run.results).to(equal(["skipped a pending group, is focused"]))
            }
        }

        describe("MILLRACE_FORBID_FOCUS") {
            it("makes each focus a failure at its line, and runs everything") {
                let run = try ChildRun(.focused, environment: ["MILLRACE_FORBID_FOCUS": "1"])
                let message =
                    "SpecRunSpec: a focus hides the other examples, and MILLRACE_FORBID_FOCUS is set. "
                    + "To fix: remove the 'f' here."
                let lines = ["fit", "fdescribe", "fcontext"].map { line($0, in: "FocusFixtures") }
                let failures = [lines[0], lines[0] + 1, lines[1], lines[2]].map {
                    ChildRun.Failure(line: $0, name: "testSpec", message: message)
                }
                expect(run.failures).to(equal(failures))
                expect(run.said.filter { $0 == "left out" }).to(haveCount(2))
                expect(run.status).to(equal(1))
            }

            it("finds a focus that is pending") {
                let run = try ChildRun(.pendingFocus, environment: ["MILLRACE_FORBID_FOCUS": "1"])
                expect(run.failures).to(haveCount(1))
            }

            it("holds no spec back where nothing is focused") {
                expect(try ChildRun(.passing, environment: ["MILLRACE_FORBID_FOCUS": "1"]).status).to(equal(0))
            }

            it("is off where it is 0") {
                expect(try ChildRun(.focused, environment: ["MILLRACE_FORBID_FOCUS": "0"]).status).to(equal(0))
            }
        }
    }
}
