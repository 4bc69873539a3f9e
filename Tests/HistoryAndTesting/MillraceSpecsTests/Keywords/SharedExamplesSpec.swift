import MillraceSpecs

/// Examples that several subjects share.
final class SharedExamplesSpec: Spec {
    func testSpec() {
        describe("itBehavesLike") {
            it("defines the examples in a group of their name, each time with a context of its own") {
                let run = try ChildRun(.sharing)
                expect(run.results).to(
                    equal([
                        "passed one, a number, is positive", "failed none, a number, is positive",
                        "passed two, nothing, passes", "passed two, nothing, a number, is positive",
                        "skipped nothing, passes", "skipped nothing, a number, is positive",
                    ])
                )
                expect(run.failures.map(\.line)).to(equal([line("shared it", in: "WordFixtures")]))
                expect(run.said).to(haveCount(3))
            }
        }

        describe("a name that is wrong") {
            it("is reported at its line, with the names that are known there, and the rest runs") {
                let run = try ChildRun(.wrongSharing)
                let file = "WordFixtures"
                expect(run.failures.map(\.line)).to(
                    equal([
                        line("second sharedExamples", in: file), line("misspelt", in: file),
                        line("out of reach", in: file),
                        line("sharedExamples in it", in: file), line("itBehavesLike in it", in: file),
                    ])
                )
                let messages = run.failures.map(\.message)
                expect(messages.first).to(contain("sharedExamples: 'a number' is already the name of those at "))
                expect(messages.first).to(contain("\(file).swift:\(line("first sharedExamples", in: file))."))
                expect(messages.dropFirst().first).to(
                    equal(
                        "itBehavesLike: no shared examples are called 'a nubmer'. To fix: define them above, or use "
                            + "one of those that are known here: 'a number', 'a word'."
                    )
                )
                expect(messages.dropFirst(2).first).to(contain("known here: 'a number'."))
                expect(messages.last).to(contain("itBehavesLike: used while the example 'holds shared examples' runs."))
                expect(run.status).to(equal(1))
            }
        }
    }
}
