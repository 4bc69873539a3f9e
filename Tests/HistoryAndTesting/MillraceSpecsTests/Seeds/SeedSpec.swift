import MillraceSpecs

/// Random values that can be had again.
final class SeedSpec: Spec {
    func testSpec() {
        describe("a seeded generator") {
            it("gives the numbers of SplitMix64") {
                var random = SeededGenerator(seed: 1_234_567)
                expect((0..<3).map { _ in random.next() }).to(
                    equal([6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
                )
            }

            it("gives the same numbers for the same seed, others for another") {
                func numbers(_ seed: Seed) -> [Int] {
                    var random = SeededGenerator(seed)
                    return (0..<20).map { _ in .random(in: 0..<1000, using: &random) }
                }
                expect(numbers(Seed(1))).to(equal(numbers(Seed(1))))
                expect(numbers(Seed(1))).toNot(equal(numbers(Seed(2))))
            }
        }

        describe("the current seed") {
            it("is that of MILLRACE_SEED, and is printed") {
                for (text, value) in [("42", "42"), ("0xff", "255"), ("0XFF", "255")] {
                    let run = try ChildRun(.seed, environment: ["MILLRACE_SEED": text])
                    expect(run.said).to(equal([value, value]))
                    expect(run.output).to(contain("MILLRACE_SEED=\(value) swift test"))
                }
            }

            it("is new in each process otherwise, the same within one") {
                let said = try (0..<2).map { _ in try ChildRun(.seed, environment: ["MILLRACE_SEED": ""]).said }
                expect(Set(said[0])).to(haveCount(1))
                expect(said[0]).toNot(equal(said[1]))
            }

            it("refuses what is no number") {
                expect(try ChildRun(.seed, environment: ["MILLRACE_SEED": "many"]).status).toNot(equal(0))
            }
        }
    }
}
