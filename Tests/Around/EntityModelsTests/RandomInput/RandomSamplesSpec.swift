import MillraceEntities
import MillraceSpecs

@testable import EntityModels

/// What holds for the models of any samples.
final class RandomSamplesSpec: Spec {
    func testSpec() {
        describe("The models of random samples") {
            it("decode them, make entities of what a store would refuse otherwise, and do not depend on their order") {
                var seeds = SeededGenerator(Seed.current)
                for _ in 0..<200 {
                    let seed = seeds.next()
                    var random = SeededGenerator(seed: seed)
                    var generator = RandomSamples(random)
                    let samples = generator.samples(.random(in: 1...4, using: &random)).map {
                        Sample(root: "Root", value: $0)
                    }
                    let model = SampleInference.model(of: samples, SampleRules())
                    let text = SwiftWriter.text(of: model)
                    for sample in samples {
                        let mismatch = model.mismatch(sample.value, asOneOf: model.roots[0])
                        expect(mismatch?.description).to(beNil(), description: "seed \(seed)")
                    }
                    let again = (samples + samples).shuffled(using: &random)
                    let other = SwiftWriter.text(of: SampleInference.model(of: again, SampleRules()))
                    expect(other).to(equal(text), description: "seed \(seed)")
                    expect(message { try self.merge(samples, model) }).to(beNil(), description: "seed \(seed)")
                }
            }
        }
    }

    /// Merges the samples into a store with the model's schema.
    private func merge(_ samples: [Sample], _ model: Model) throws {
        var store = EntityTable(schema: EntitySchema(model.entityTypes))
        let shape = model.shape(of: model.roots[0])
        for sample in samples { try store.merge(sample.value.json.utf8, as: shape) }
    }
}
