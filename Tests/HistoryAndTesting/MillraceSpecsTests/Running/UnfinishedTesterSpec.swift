import MillraceSpecs

/// What a store tester expects when the example ends.
final class UnfinishedTesterSpec: Spec {
    func testSpec() {
        describe("an example that ends with a store tester") {
            it("fails where the tester was used last, unless all is over or it has thrown") {
                let run = try ChildRun(.unfinished)
                let file = "TesterFixtures"
                expect(run.failures.map(\.line)).to(
                    equal(["in flight", "unreceived", "anew", "throws", "reads the state"].map { line($0, in: file) })
                )
                expect(run.failures.first?.message).to(contain("expected no effect in flight, got the effect \"news\""))
                expect(run.failures.dropFirst().first?.message).to(contain("expected nothing more to receive"))
                expect(run.failures.last?.message).to(contain("expected no effect in flight, got the effect \"nap\""))
                expect(run.said).to(haveCount(7))
            }
        }
    }
}
