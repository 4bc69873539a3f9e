import MillraceSpecs

/// Which examples run, and in which order, as the environment asks.
final class SelectionSpec: Spec {
    func testSpec() {
        describe("MILLRACE_ONLY") {
            it("runs the examples whose sentence contains it, whatever the case, and counts no other") {
                let run = try ChildRun(.passing, environment: ["MILLRACE_ONLY": "In a Situation"])
                expect(run.results).to(equal(["passed a subject, in a situation, does another"]))
                expect(run.totals).to(equal("1 test, with 0 failures (0 unexpected)"))
                expect(run.output).to(contain("SpecRunSpec: 1 of 3 examples, by MILLRACE_ONLY."))
            }

            it("knows the spec's name, as the log prints it") {
                let run = try ChildRun(.passing, environment: ["MILLRACE_ONLY": "SpecRunSpec.stands"])
                expect(run.results).to(equal(["passed stands alone"]))
                expect(run.output).toNot(contain("MILLRACE_ONLY: no example"))
            }

            it("runs nothing where no sentence contains it, and says so") {
                let run = try ChildRun(.passing, environment: ["MILLRACE_ONLY": "nowhere"])
                expect(run.output).to(contain("MILLRACE_ONLY: no example's sentence contains 'nowhere'. To fix: "))
                expect(run.totals).to(equal("0 tests, with 0 failures (0 unexpected)"))
                expect(run.status).to(equal(0))
            }

            it("counts for more than focus, less than pending") {
                let run = try ChildRun(.focused, environment: ["MILLRACE_ONLY": "is left out"])
                expect(run.said).to(equal(["left out", "left out"]))
                let skipped = try ChildRun(.skipped, environment: ["MILLRACE_ONLY": "a plan with"])
                expect(skipped.results).to(equal(["skipped a plan with a body"]))
            }
        }

        describe("MILLRACE_ORDER") {
            func order(_ seed: String) throws -> [String] {
                try ChildRun(.many, environment: ["MILLRACE_ORDER": "random", "MILLRACE_SEED": seed]).said
            }

            it("shuffles all examples, the same for the same seed") {
                let first = try order("1")
                expect(first).to(equal(try order("1")))
                expect(first).toNot(equal(try order("2")))
                expect(first.sorted()).to(equal(try ChildRun(.many).said))
            }

            it("leaves together what belongs to one group") {
                let groups = try order("3").compactMap(\.first)
                expect(Set(stride(from: 0, to: 15, by: 5).map { groups[$0] })).to(haveCount(3))
                expect(stride(from: 0, to: 15, by: 5).allSatisfy { Set(groups[$0..<$0 + 5]).count == 1 }).to(beTrue())
            }

            it("prints a seed that gives the order again") {
                let run = try ChildRun(.many, environment: ["MILLRACE_ORDER": "random", "MILLRACE_SEED": ""])
                let seed = run.output.firstMatch(of: /MILLRACE_SEED=(\d+)/).map { String($0.1) }
                expect(run.said).to(equal(try order(seed ?? "none")))
            }

            it("is otherwise the order in which they are written") {
                expect(try ChildRun(.many).said).to(equal((0..<15).map { "\($0 / 5)\($0 % 5)" }))
            }
        }

        describe("a variable that makes no sense") {
            it("ends the run") {
                for (name, value) in [
                    ("MILLRACE_ORDER", "backwards"), ("MILLRACE_REPORT", "novel"), ("MILLRACE_SLOWEST", "some"),
                    ("MILLRACE_TIME_LIMIT", "-1"),
                ] {
                    let run = try ChildRun(.passing, environment: [name: value])
                    expect(run.results).to(beEmpty(), description: name)
                    expect(run.errors).to(contain("\(name): is '\(value)'. To fix: set it to "))
                    expect(run.status).toNot(equal(0), description: name)
                }
            }
        }
    }
}
