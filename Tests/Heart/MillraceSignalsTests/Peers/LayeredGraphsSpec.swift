import MillraceSignals
import MillraceSpecs

/// The layered graphs of reactively's benchmark: a row of variables, and rows below in which each node adds up the
/// `reach` nodes of the row above that begin at its own place, going round. A dynamic node leaves out one of them while
/// the first is odd.
///
/// The sums and the numbers of computations are the published ones. The original sets one variable an iteration, round
/// and round. What the variables hold in the end decides the sum, and every round takes as many computations, as does
/// every set where all leaves are read: so the last sets are played here, a hundred at most, and counted for all.
final class LayeredGraphsSpec: Spec {
    private struct Shape {
        let name: String
        let width, rows, reach: Int
        /// One node in this many is dynamic; nil where none is.
        let dynamic: Int?
        /// The nodes of the last row that are read. With a fifth of 10 the figures say which two these are.
        let leaves: [Int]
        let iterations: Int
        let sum: Double
        let computations: Int
    }

    private static let shapes = [
        Shape(
            name: "simple",
            width: 10,
            rows: 4,
            reach: 2,
            dynamic: nil,
            leaves: [1, 4],
            iterations: 600_000,
            sum: 19_199_968,
            computations: 3_480_000
        ),
        Shape(
            name: "dynamic",
            width: 10,
            rows: 9,
            reach: 6,
            dynamic: 4,
            leaves: [1, 4],
            iterations: 15_000,
            sum: 302_310_782_860,
            computations: 1_155_000
        ),
        Shape(
            name: "large",
            width: 1000,
            rows: 11,
            reach: 4,
            dynamic: 20,
            leaves: Array(0..<1000),
            iterations: 7_000,
            sum: 29_355_933_696_000,
            computations: 1_463_000
        ),
        Shape(
            name: "wide and dense",
            width: 1000,
            rows: 4,
            reach: 25,
            dynamic: nil,
            leaves: Array(0..<1000),
            iterations: 3_000,
            sum: 1_171_484_375_000,
            computations: 732_000
        ),
        Shape(
            name: "deep",
            width: 5,
            rows: 499,
            reach: 3,
            dynamic: nil,
            leaves: Array(0..<5),
            iterations: 500,
            sum: 3.0239642676898464e241,
            computations: 1_246_500
        ),
        Shape(
            name: "very dynamic",
            width: 100,
            rows: 14,
            reach: 6,
            dynamic: 2,
            leaves: Array(0..<100),
            iterations: 2_000,
            sum: 15_664_996_402_790_400,
            computations: 1_078_000
        ),
    ]

    private final class Graph {
        let sources: [Variable<Double>]
        private(set) var leaves: [Observable<Double>] = []
        private(set) var computations = 0

        init(_ shape: Shape) {
            sources = (0..<shape.width).map { Variable(Double($0)) }
            var row = sources as [Observable<Double>]
            for _ in 0..<shape.rows {
                row = row.indices.map { place in
                    let inputs = (0..<shape.reach).map { row[(place + $0) % shape.width] }
                    let isDynamic = shape.dynamic.map { place % $0 == 0 } ?? false
                    return isDynamic ? sumWithoutOne(of: inputs) : sum(of: inputs)
                }
            }
            leaves = shape.leaves.map { row[$0] }
        }

        private func sum(of inputs: [Observable<Double>], onto first: Double = 0) -> Observable<Double> {
            combine(inputs).map { [unowned self] in
                computations += 1
                return $0.reduce(first, +)
            }
        }

        private func sumWithoutOne(of inputs: [Observable<Double>]) -> Observable<Double> {
            inputs[0].flatMapLatest { [unowned self] first in
                var rest = Array(inputs.dropFirst())
                if Int(first) % 2 == 1 { rest.remove(at: Int(first) % rest.count) }
                return sum(of: rest, onto: first)
            }
        }

        func forget() { computations = 0 }
    }

    func testSpec() {
        describe("the layered graph") {
            for shape in Self.shapes {
                it("\(shape.name) has the published sum after the published number of computations") {
                    let graph = Graph(shape)
                    let subscription = combine(graph.leaves).observe { _ in }
                    func set(_ iteration: Int) {
                        let place = iteration % shape.width
                        graph.sources[place].value = Double(iteration + place)
                    }
                    let counted = min(shape.width, 100)
                    let before = shape.iterations - counted
                    // From then on every value is even, so that no node leaves anything out.
                    batch { (before - shape.width..<before).forEach(set) }
                    graph.forget()
                    (before..<shape.iterations).forEach(set)
                    expect(graph.leaves.reduce(0) { $0 + $1.value }).to(equal(shape.sum))
                    expect(graph.computations * (shape.iterations / counted)).to(equal(shape.computations))
                    subscription.cancel()
                }
            }
        }
    }
}
