import Dispatch
import MillraceSpecs
import TestSupport
import XCTest

/// How examples stand in XCTest's eyes: names, lines, totals, exit status. Also the host of the fixtures.
final class SpecRunSpec: Spec {
    /// The fixture `Fixture.waiting`, which needs XCTest's own means.
    private func defineWaiting() {
        it("waits for nothing") {
            self.wait(for: [self.expectation(description: "never")], timeout: 0.001)  // mark: wait
        }
        it("waits for something") {
            let something = self.expectation(description: "soon")
            DispatchQueue.main.async { something.fulfill() }
            self.wait(for: [something], timeout: 10)
        }
    }

    func testSpec() throws {
        if Fixture.requested == Fixture.waiting.name { return defineWaiting() }
        if try Fixture.defineRequested() { return }

        describe("the run of a spec") {
            it("is a test case for each example, named by its sentence") {
                let run = try ChildRun(.passing)
                expect(run.results).to(
                    equal([
                        "passed a subject, does one thing",
                        "passed a subject, in a situation, does another",
                        "passed stands alone",
                    ])
                )
                expect(run.started.count).to(equal(3))
                expect(run.output).to(contain("Test Case 'SpecRunSpec.a subject, does one thing' passed"))
            }

            it("counts its examples, and nothing else, and succeeds") {
                let run = try ChildRun(.passing)
                expect(run.totals).to(equal("3 tests, with 0 failures (0 unexpected)"))
                expect(run.status).to(equal(0))
            }

            it("fails the process when an example fails") {
                let run = try ChildRun(.failing)
                expect(run.totals).to(equal("6 tests, with 5 failures (0 unexpected)"))
                expect(run.status).to(equal(1))
            }

            it("reports each failure under its example's name, at the line of the expectation") {
                let file = "ResultFixtures"
                let run = try ChildRun(.failing)
                expect(run.failures).to(
                    equal([
                        .init(
                            line: line("first", in: file),
                            name: "a subject, in a situation, fails",
                            message: "expected to equal <2>, got <1>"
                        ),
                        .init(
                            line: line("second", in: file),
                            name: "a subject, in a situation, fails",
                            message: "names: expected not to equal <\"a\">, got <\"a\">"
                        ),
                        .init(
                            line: line("XCTest", in: file),
                            name: "a subject, uses XCTest",
                            message: "XCTAssertEqual failed: (\"3\") is not equal to (\"4\") - "
                        ),
                        .init(
                            line: line("unwrap", in: file),
                            name: "a subject, unwraps",
                            message: "XCTUnwrap failed: expected non-nil value of type \"Int\" - "
                        ),
                        .init(
                            line: line("awaited", in: file),
                            name: "a subject, awaits",
                            message: "expected to equal <6>, got <5>"
                        ),
                    ])
                )
                expect(run.output).to(contain("\(file).swift:\(line("first", in: file)): error: SpecRunSpec.a subject"))
            }

            it("goes on after a failure") {
                let run = try ChildRun(.failing)
                expect(run.results.first).to(equal("passed a subject, passes before"))
                expect(run.results.last).to(equal("passed a subject, passes after"))
            }

            it("reports a thrown error at the line of its example, as unexpected") {
                let run = try ChildRun(.throwing)
                let message = "threw error \"FixtureError()\""
                expect(run.failures).to(
                    equal([
                        .init(line: line("thrown", in: "ResultFixtures"), name: "throws at once", message: message),
                        .init(line: line("thrown later", in: "ResultFixtures"), name: "throws later", message: message),
                    ])
                )
                expect(run.totals).to(equal("3 tests, with 2 failures (2 unexpected)"))
            }

            it("reports failures on tasks and threads that an example starts") {
                let run = try ChildRun(.threads)
                let counts = Dictionary(grouping: run.failures, by: \.name).mapValues(\.count)
                expect(counts).to(equal(["starts a task": 1, "starts many tasks": 100, "starts a thread": 1]))
                expect(run.totals).to(equal("3 tests, with 102 failures (0 unexpected)"))
            }

            it("takes failures that XCTest reports to the spec, from whichever thread") {
                #if !canImport(ObjectiveC) && !MILLRACE_APPLE_XCTEST
                let found = messages {
                    self.recordFailure(withDescription: "a wait", inFile: "", atLine: 0, expected: true)
                }
                expect(found).to(equal(["a wait"]))
                #endif
                let run = try ChildRun(.waiting)
                expect(run.failures.map(\.name)).to(equal(["waits for nothing"]))
                expect(run.failures.map(\.line)).to(equal([line("wait", in: "../Running/SpecRunSpec")]))
                expect(run.totals).to(equal("2 tests, with 1 failure (0 unexpected)"))
            }

            it("does not lose a failure that comes when its example is over") {
                let run = try ChildRun(.outliving)
                expect(run.results).to(equal(["passed leaves a task behind", "failed runs when the task fails"]))
                expect(run.failures.first?.message).to(
                    equal("failed - too late (in 'leaves a task behind', after it was over)")
                )
            }

            it("leaves the name of an example that traps") {
                let run = try ChildRun(.trapping)
                expect(run.started).to(equal(["passes before", "traps"]))
                expect(run.results).to(equal(["passed passes before"]))
                expect(run.status).toNot(equal(0))
            }

            it("counts what is skipped, and runs nothing of it") {
                let run = try ChildRun(.skipped)
                expect(run.said).to(beEmpty())
                expect(run.results).to(
                    equal([
                        "skipped skips itself", "skipped skips later", "failed fails and then skips",
                        "skipped a plan", "skipped a plan with a body",
                        "skipped an example", "skipped an asynchronous example",
                        "skipped a group, is pending too", "skipped a group, in a group, is as well",
                        "skipped another group, is pending too",
                    ])
                )
                expect(run.totals).to(equal("10 tests, with 9 tests skipped and 1 failure (0 unexpected)"))
            }

            it("counts ten thousand examples, synchronous and asynchronous ones") {
                for fixture in [Fixture.countless, .countlessLater] {
                    let run = try ChildRun(fixture)
                    expect(run.totals).to(equal("10000 tests, with 0 failures (0 unexpected)"))
                }
            }

            it("releases fixtures when it is over, on the main thread") {
                let run = try ChildRun(.fixtureLifetime)
                expect(run.said).to(equal(Array(repeating: "released on the main thread: true", count: 2)))
            }
        }
    }
}
