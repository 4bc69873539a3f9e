import MillraceSpecs

/// The limit on the time of an example, on request.
final class SlowExampleSpec: Spec {
    func testSpec() {
        describe("an example that runs for longer than the limit") {
            it("fails in its name, and ends the process") {
                let run = try ChildRun(.hanging, environment: ["MILLRACE_TIME_LIMIT": "1.5"])
                let message =
                    "ran for longer than 1.5 s, which MILLRACE_TIME_LIMIT sets. To fix: see what it waits for."
                expect(run.results).to(equal(["passed passes before"]))
                expect(run.failures).to(
                    equal([.init(line: line("hanging", in: "RunningFixtures"), name: "hangs", message: message)])
                )
                expect(run.status).to(equal(1))
            }

            it("does so where it is asynchronous") {
                let run = try ChildRun(.hangingLater, environment: ["MILLRACE_TIME_LIMIT": "1.5"])
                expect(run.failures.map(\.name)).to(equal(["hangs"]))
            }

            it("is not one that ends in time") {
                let run = try ChildRun(.slow, environment: ["MILLRACE_TIME_LIMIT": "60"])
                expect(run.failures).to(beEmpty())
                expect(run.status).to(equal(0))
            }
        }
    }
}
