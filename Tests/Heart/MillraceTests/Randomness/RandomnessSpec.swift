import Foundation
import Millrace
import MillraceSpecs

/// Identifiers and randomness as services.
final class RandomnessSpec: Spec {
    func testSpec() {
        describe("identifiers") {
            it("in order are counted, over all copies") {
                let (identifiers, others) = (Identifiers.inOrder(), Identifiers.inOrder(from: 0x0203_0405_0607_0809))
                let copy = identifiers
                expect(identifiers().uuidString).to(equal("00000000-0000-0000-0000-000000000001"))
                expect(copy().uuidString).to(equal("00000000-0000-0000-0000-000000000002"))
                expect(identifiers()).to(equal(Identifiers.numbered(3)))
                expect(others().uuidString).to(equal("00000000-0000-0000-0203-040506070809"))
            }

            it("at random are different") {
                expect(Set((0..<100).map { _ in Identifiers.random() }).count).to(equal(100))
            }
        }

        describe("random numbers") {
            it("of a seed are the generator's, one sequence over all copies") {
                var generator = SeededGenerator(seed: 7)
                let expected = (0..<4).map { _ in generator.next() }
                for random in [RandomNumbers.seeded(7), RandomNumbers(SeededGenerator(seed: 7))] {
                    let copy = random
                    expect([random.next(), copy.next(), random.next(), copy.next()]).to(equal(expected))
                }
            }

            it("of the system serve as any generator") {
                var random = RandomNumbers.system
                let drawn = (0..<100).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
                expect(Set(drawn).count).to(beGreaterThan(50))
            }
        }
    }
}
