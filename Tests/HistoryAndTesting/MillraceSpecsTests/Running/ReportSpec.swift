import Foundation
import MillraceSpecs

/// What is written about a run, on request.
final class ReportSpec: Spec {
    /// What the JUnit file of a fixture says, and how it is called.
    private func junit(_ fixture: Fixture) throws -> (results: JUnitResults, name: String) {
        try withTemporaryFolder { folder in
            let inner = folder.appendingPathComponent("made/here")
            _ = try ChildRun(fixture, environment: ["MILLRACE_JUNIT": inner.path])
            let names = try FileManager.default.contentsOfDirectory(atPath: inner.path)
            return (try JUnitResults(inner.appendingPathComponent(names.first ?? "")), names.joined(separator: " "))
        }
    }

    func testSpec() {
        describe("the JUnit file") {
            it("lists every example by its sentence, with its place and what came of it") {
                let (results, name) = try self.junit(.tree)
                expect(name).to(equal("TEST-MillraceSpecsTests.SpecRunSpec.testSpec.xml"))
                expect(results.error).to(beNil())
                expect(results.entries).to(
                    equal([
                        .init(name: "a subject, passes"),
                        .init(
                            name: "a subject, in a situation, fails",
                            outcomes: results.entries[1].outcomes.filter { $0.hasPrefix("failure expected to equal") }
                        ),
                        .init(name: "a subject, in a situation, waits", outcomes: ["skipped pending"]),
                        .init(name: "a subject, in another, passes"),
                        .init(name: "stands alone", outcomes: ["skipped not today"]),
                    ])
                )
                expect(results.counts).to(equal("tests 5, failures 1, errors 0, skipped 2"))
                let place = "RunningFixtures.swift \(line("tree failure", in: "RunningFixtures"))"
                expect(results.places.dropFirst().first).to(equal(place))
            }

            it("escapes what XML must not hold, and tells errors from failures") {
                let (results, _) = try self.junit(.escapes)
                expect(results.error).to(beNil())
                expect(results.entries).to(
                    equal([
                        .init(name: "says <\"a\" & 'b'>", outcomes: ["failure one\ntwo \u{FFFD} <three>"]),
                        .init(name: "throws", outcomes: ["error threw error \"FixtureError()\""]),
                    ])
                )
                expect(results.counts).to(equal("tests 2, failures 1, errors 1, skipped 0"))
            }

            it("is whole after a trap, and names the example in which it came") {
                let (results, _) = try self.junit(.trapping)
                expect(results.error).to(beNil())
                let outcome = "error did not end: the process trapped, was ended, or ran out of time"
                expect(results.entries).to(
                    equal([.init(name: "passes before"), .init(name: "traps", outcomes: [outcome])])
                )
                expect(results.counts).to(equal("tests 2, failures 0, errors 1, skipped 0"))
            }

            it("names what is wrong with the spec as a whole") {
                let (results, _) = try self.junit(.emptyGroup)
                expect(results.entries.map(\.name)).to(equal(["SpecRunSpec.testSpec"]))
                expect(results.counts).to(equal("tests 1, failures 1, errors 0, skipped 0"))
            }

            it("is one for each spec, so that specs may run side by side") {
                try withTemporaryFolder { folder in
                    let fixtures = [Fixture.passing, .mainActor]
                    DispatchQueue.concurrentPerform(iterations: 2) { index in
                        _ = try? ChildRun(fixtures[index], environment: ["MILLRACE_JUNIT": folder.path])
                    }
                    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                    let counts = try names.map { try JUnitResults(folder.appendingPathComponent($0)).counts }
                    expect(counts).to(
                        equal([
                            "tests 2, failures 2, errors 0, skipped 0", "tests 3, failures 0, errors 0, skipped 0",
                        ])
                    )
                }
            }
        }

        describe("the documentation") {
            it("is a tree of the groups, with a mark for each example") {
                let run = try ChildRun(.tree, environment: ["MILLRACE_REPORT": "documentation"])
                let lines = run.output.components(separatedBy: "\n")
                let begin = lines.firstIndex(of: "SpecRunSpec") ?? lines.endIndex
                let tree = lines[begin...].prefix(while: { !$0.hasPrefix("Test Suite") })
                let marks = tree.filter { !$0.hasPrefix("          ") }
                expect(Array(marks)).to(
                    equal([
                        "SpecRunSpec", "  a subject", "    ✓ passes", "    in a situation", "      ✗ fails",
                        "      - waits (pending)", "    in another", "      ✓ passes", "  - stands alone (not today)",
                    ])
                )
                expect(
                    tree.drop { !$0.contains("✗") }.dropFirst().prefix(6).map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
                )
                .to(
                    equal([
                        "expected to equal 2 lines, got what differs (- expected, + got):", "a", "- c", "+ b",
                        "at \(run.failureFile ?? ""):\(line("tree failure", in: "RunningFixtures"))",
                        "- waits (pending)",
                    ])
                )
            }
        }

        describe("the slowest examples") {
            it("are listed when all is over, as many as are asked for") {
                let run = try ChildRun(.slow, environment: ["MILLRACE_SLOWEST": "2"])
                let names = run.output.matches(of: /(?m)^ +[\d.]+ ms  (.+)$/).map { String($0.1) }
                expect(names).to(equal(["SpecRunSpec.is slower", "SpecRunSpec.is slow"]))
            }
        }

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
