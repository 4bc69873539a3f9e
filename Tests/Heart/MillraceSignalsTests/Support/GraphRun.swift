import MillraceSignals
import MillraceSpecs

/// Does random things to a real graph, after predicting with the naive one what must come of them.
final class GraphRun {
    /// An observer of one node. Where it has a target, it sets that variable for each value that it hears, for a while.
    fileprivate final class Observer {
        let key: Int
        let node: Int
        let target: Int?
        var (remaining, predictedRemaining) = (3, 3)
        var subscription: Subscription?

        init(key: Int, node: Int, target: Int?) {
            self.key = key
            self.node = node
            self.target = target
        }

        static func reaction(to value: Int) -> Int { (value + 5) % 9 }
    }

    private(set) var problem: String?
    private var random: SeededGenerator
    private let naive: NaiveGraph
    private let real: RealGraph
    private var variables: [Int: Int] = [:]
    private var observers: [Observer] = []
    private var observerCount = 0
    private var heard: [Heard] = []
    private let mayHearAgain: Bool

    /// What each observer has heard last.
    private var last: [Int: Int] = [:]

    /// Observers and batches also read, which computes on demand: then computations are not counted.
    private let reads: Bool

    /// - Parameter comparing: Whether there are nodes that stop what is equal. Where such a one is read between two
    ///   sets it may pass on a value that is equal again in the end; so with `reads` observers then do not set
    ///   anything.
    init(seed: UInt64, reads: Bool, comparing: Bool, in scene: Scene) {
        random = SeededGenerator(seed: seed)
        naive = NaiveGraph(comparing: comparing, using: &random)
        for variable in naive.variables { variables[variable] = Int.random(in: 0..<9, using: &random) }
        real = RealGraph(naive, variables, in: scene)
        self.reads = reads
        mayHearAgain = reads && comparing
    }

    func run(steps: Int) {
        for _ in 0..<steps where problem == nil {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: observe()
            case 2: cancel()
            case 3: check(read: anyNode())
            case 4, 5: set((0..<Int.random(in: 0...4, using: &random)).map { _ in anyChange() }, inBatch: true)
            default: set([anyChange()], inBatch: false)
            }
        }
        for observer in observers.shuffled(using: &random) { observer.subscription?.cancel() }
    }

    private func anyNode() -> Int { Int.random(in: 0..<real.nodes.count, using: &random) }

    private func anyChange() -> (variable: Int, value: Int) {
        (naive.variables.randomElement(using: &random)!, Int.random(in: 0..<9, using: &random))
    }

    private func set(_ changes: [(variable: Int, value: Int)], inBatch: Bool) {
        var prediction = Prediction(naive, observers, variables)
        prediction.follow(Dictionary(changes, uniquingKeysWith: { $1 }))
        perform(prediction) {
            let change = {
                for change in changes {
                    self.set(change.variable, to: change.value)
                    if self.reads { self.check(read: self.anyNode()) }
                }
            }
            if inBatch { batch(change) } else { change() }
        }
    }

    private func observe() {
        let taken = observers.compactMap(\.target)
        let free = mayHearAgain ? [] : naive.variables.filter { !taken.contains($0) }
        let target = Bool.random(using: &random) ? free.randomElement(using: &random) : nil
        let observer = Observer(key: observerCount, node: anyNode(), target: target)
        observerCount += 1
        observers.append(observer)
        var prediction = Prediction(naive, observers, variables)
        prediction.begin(with: observer)
        perform(prediction) {
            observer.subscription = real.nodes[observer.node].observe { [unowned self, unowned observer] value in
                heard.append(Heard(observer: observer.key, value: value))
                guard let target = observer.target, observer.remaining > 0 else { return }
                observer.remaining -= 1
                set(target, to: Observer.reaction(to: value))
                if reads { check(read: anyNode()) }
            }
        }
    }

    private func cancel() {
        guard let index = observers.indices.randomElement(using: &random) else { return }
        observers.remove(at: index).subscription?.cancel()
    }

    private func set(_ variable: Int, to value: Int) {
        variables[variable] = value
        real.set(variable, to: value)
    }

    private func check(read node: Int) {
        let (value, expected) = (real.nodes[node].value, naive.values(variables)[node])
        if value != expected { problem = "node \(node) reads \(value), not \(expected)" }
    }

    private func perform(_ prediction: Prediction, _ action: () -> Void) {
        real.forget()
        heard = []
        if problem != nil { return }
        action()
        if variables != prediction.variables {
            problem = "the variables are \(variables), not \(prediction.variables)"
        } else if let difference = prediction.difference(heard, ignoringRepetitionsOf: mayHearAgain ? last : nil) {
            problem = difference
        } else if !reads, let difference = prediction.difference(computed: real.computed) {
            problem = difference
        } else if !reads, prediction.isOneTurn, real.hasComputedInVain {
            problem = "something made inside a flatMapLatest computed in a turn that left it"
        }
        for heard in heard { last[heard.observer] = heard.value }
    }
}

/// One call of an observer.
private struct Heard: Hashable, Comparable {
    let observer: Int
    let value: Int

    static func < (left: Heard, right: Heard) -> Bool { (left.observer, left.value) < (right.observer, right.value) }
}

/// What must happen, turn for turn.
private struct Prediction {
    private let graph: NaiveGraph
    private let observers: [GraphRun.Observer]
    private(set) var variables: [Int: Int]

    /// What is heard in each turn, in no order.
    private var turns: [[Heard]] = []

    /// How often each node's closure runs, and by how much more it may, since a switch came to it or left it.
    private var computations: [Int: Int] = [:]
    private var tolerance: [Int: Int] = [:]

    init(_ graph: NaiveGraph, _ observers: [GraphRun.Observer], _ variables: [Int: Int]) {
        self.graph = graph
        self.observers = observers
        self.variables = variables
    }

    var isOneTurn: Bool { turns.count <= 1 }

    /// A new observer hears the present value; what it sets makes a turn.
    mutating func begin(with observer: GraphRun.Observer) {
        let values = graph.values(variables)
        // What was not up to date computes.
        for node in graph.linked(from: [observer.node], values) { tolerance[node] = 1 }
        follow(hear([observer], values))
    }

    /// What follows from setting some variables.
    mutating func follow(_ changes: [Int: Int]) {
        var changes = changes
        while !changes.isEmpty {
            let before = graph.values(variables)
            variables.merge(changes) { $1 }
            let after = graph.values(variables)
            let observed = Set(observers.map(\.node))
            let (linkedBefore, linkedAfter) = (
                graph.linked(from: observed, before), graph.linked(from: observed, after)
            )
            let (passing, computing) = graph.turn(setting: Set(changes.keys), from: before, to: after)
            for node in computing.intersection(linkedBefore).intersection(linkedAfter) {
                computations[node, default: 0] += 1
            }
            let touched = linkedBefore.union(linkedAfter).union(graph.linked(from: linkedBefore, after))
            for node in touched.subtracting(linkedBefore.intersection(linkedAfter)) { tolerance[node, default: 0] += 1 }
            changes = hear(observers.filter { passing.contains($0.node) }, after)
        }
    }

    /// Lets observers hear the values of their nodes; returns what they set.
    private mutating func hear(_ observers: [GraphRun.Observer], _ values: [Int]) -> [Int: Int] {
        var changes: [Int: Int] = [:]
        turns.append(observers.map { Heard(observer: $0.key, value: values[$0.node]) })
        for observer in observers {
            guard let target = observer.target, observer.predictedRemaining > 0 else { continue }
            observer.predictedRemaining -= 1
            changes[target] = GraphRun.Observer.reaction(to: values[observer.node])
        }
        return changes
    }

    /// How what was heard differs. Within a turn, observers of different nodes may come in any order.
    func difference(_ heard: [Heard], ignoringRepetitionsOf last: [Int: Int]?) -> String? {
        func filtered(_ heard: [Heard]) -> [Heard] { heard.filter { last?[$0.observer] != $0.value } }

        let turns = turns.map(filtered)
        var rest = filtered(heard)[...]
        for turn in turns {
            let part = rest.prefix(turn.count)
            if part.sorted() != turn.sorted() { return "heard \(shown(heard)) in place of \(turns.map(shown))" }
            rest = rest.dropFirst(turn.count)
        }
        return rest.isEmpty ? nil : "heard \(shown(heard)) in place of \(turns.map(shown))"
    }

    func difference(computed: [Int: Int]) -> String? {
        for node in graph.kinds.indices {
            if case .distinct = graph.kinds[node] { continue }
            let (count, expected) = (computed[node, default: 0], computations[node, default: 0])
            if count < expected || count > expected + tolerance[node, default: 0] {
                return "node \(node) computed \(count) times, not \(expected)"
            }
        }
        return nil
    }

    private func shown(_ heard: [Heard]) -> String {
        "[" + heard.map { "\($0.observer): \($0.value)" }.joined(separator: ", ") + "]"
    }
}
