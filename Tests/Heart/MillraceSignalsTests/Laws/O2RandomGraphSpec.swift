import MillraceSignals
import MillraceSpecs
import TestSupport

final class O2RandomGraphSpec: Spec {
    /// Runs random graphs, each from a seed of its own, and reports the first in which something is wrong.
    private func run(graphs: Int, steps: Int, reads: Bool, comparing: Bool) {
        for index in Programs(graphs) {
            let seed = Seed.current.value &+ UInt64(index)
            var problem: String?
            expect { scene in
                let run = GraphRun(seed: seed, reads: reads, comparing: comparing, in: scene)
                run.run(steps: steps)
                problem = run.problem
            }.to(leakNothing(), description: "graph \(index) of seed \(Seed.current)")
            if let problem { return fail("\(problem) (graph \(index) of seed \(Seed.current))") }
        }
    }

    func testSpec() {
        describe("O2 random graphs, beside a naive recomputation") {
            it("have the right values, and exactly one computation and one delivery where something passes on") {
                self.run(graphs: 3000, steps: 20, reads: false, comparing: true)
            }

            it("have the right values whatever is read in batches and in observers") {
                self.run(graphs: 1500, steps: 20, reads: true, comparing: false)
            }

            it("have the right values whatever is read, also below what stops the equal") {
                self.run(graphs: 1500, steps: 20, reads: true, comparing: true)
            }
        }
    }
}
