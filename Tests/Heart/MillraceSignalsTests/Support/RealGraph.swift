import MillraceSignals
import MillraceSpecs
import TestSupport

/// The graph that a `NaiveGraph` describes, made of observables, counting what their closures do.
final class RealGraph {
    let nodes: [Observable<Int>]
    private let log: Log

    /// How often each node's closure has run since the last `forget()`.
    var computed: [Int: Int] { log.computed }

    /// Whether something that was made inside a `flatMapLatest` has computed since, and then been left.
    var hasComputedInVain: Bool { log.inside.contains { $0.epoch != log.epochs[$0.node] } }

    init(_ graph: NaiveGraph, _ variables: [Int: Int], in scene: Scene) {
        let log = Log()
        self.log = log
        var nodes: [Observable<Int>] = []
        for (node, kind) in graph.kinds.enumerated() {
            func counting<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
                scene.watching { input in
                    log.computed[node, default: 0] += 1
                    return body(input)
                }
            }
            switch kind {
            case .variable: nodes.append(Variable(variables[node, default: 0]))
            case .map(let input): nodes.append(nodes[input].map(counting { NaiveGraph.map($0, by: node) }))
            case .select(let input): nodes.append(nodes[input].select(counting { NaiveGraph.select($0) }))
            case .distinct(let input): nodes.append(nodes[input].removeDuplicates())
            case .combine(let inputs) where inputs.count == 2:
                let count = counting(NaiveGraph.combine)
                nodes.append(combine(nodes[inputs[0]], nodes[inputs[1]]) { count([$0, $1]) })
            case .combine(let inputs):
                nodes.append(combine(inputs.map { nodes[$0] }).map(counting(NaiveGraph.combine)))
            case .tracked(let inputs, let compares):
                let known = nodes
                let track = counting { (read: Reader) in
                    NaiveGraph.track(inputs, compares: compares) { read(known[$0]) }
                }
                nodes.append(compares ? .select(track) : Observable(track))
            case .flatMapLatest(let source, let choices, let makes):
                let inner = choices.map { nodes[$0] }
                let chosen = nodes[source].flatMapLatest(
                    counting { value in
                        log.epochs[node, default: 0] += 1
                        let choice = inner[value % inner.count]
                        return makes ? log.made(of: choice, for: node) : choice
                    }
                )
                nodes.append(chosen)
            }
        }
        self.nodes = nodes
    }

    func set(_ node: Int, to value: Int) { (nodes[node] as? Variable<Int>)?.value = value }

    func forget() {
        log.computed = [:]
        log.inside = []
    }

    private final class Log {
        var computed: [Int: Int] = [:]
        var epochs: [Int: Int] = [:]
        var inside: [(node: Int, epoch: Int?)] = []

        func made(of observable: Observable<Int>, for node: Int) -> Observable<Int> {
            let epoch = epochs[node]
            return observable.map { value in
                self.inside.append((node, epoch))
                return NaiveGraph.inside(value)
            }
        }
    }
}
