import MillraceSpecs

/// A graph of integers as a description: what an obvious, slow program makes of it is what the real one must do.
struct NaiveGraph {
    enum Kind {
        case variable
        case map(Int)
        case select(Int)
        case distinct(Int)
        case combine([Int])
        /// Follows one of `choices` by the source's value, itself or something made of it inside the closure.
        case flatMapLatest(source: Int, choices: [Int], makes: Bool)
        /// Reads the first, and by what it has read so far some of the others.
        case tracked([Int], compares: Bool)
    }

    let kinds: [Kind]

    /// A graph whose nodes read only those before them.
    ///
    /// - Parameter comparing: Whether there are nodes that stop what is equal.
    init(comparing: Bool, using random: inout SeededGenerator) {
        var kinds: [Kind] = (0..<Int.random(in: 1...4, using: &random)).map { _ in .variable }
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            func any() -> Int { Int.random(in: 0..<kinds.count, using: &random) }
            func some(_ counts: ClosedRange<Int>) -> [Int] {
                (0..<Int.random(in: counts, using: &random)).map { _ in any() }
            }
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1: kinds.append(.map(any()))
            case 2 where comparing: kinds.append(.select(any()))
            case 3 where comparing: kinds.append(.distinct(any()))
            case 2...5: kinds.append(.combine(some(1...3)))
            case 6, 7: kinds.append(.tracked(some(1...6), compares: comparing && Bool.random(using: &random)))
            default: kinds.append(.flatMapLatest(source: any(), choices: some(1...3), makes: .random(using: &random)))
            }
        }
        self.kinds = kinds
    }

    var variables: [Int] {
        kinds.indices.filter { if case .variable = kinds[$0] { true } else { false } }
    }

    static func map(_ value: Int, by node: Int) -> Int { (value * 3 + node) % 11 }
    static func select(_ value: Int) -> Int { value % 3 }
    static func combine(_ values: [Int]) -> Int { values.reduce(0, +) % 13 }

    /// What the closure of a tracked node computes with a reader.
    static func track(_ inputs: [Int], compares: Bool, _ read: (Int) -> Int) -> Int {
        var sum = read(inputs[0])
        for (place, input) in inputs.enumerated().dropFirst() where (sum + place) % 3 != 0 { sum += read(input) }
        if sum % 4 == 0 { sum += read(inputs[0]) }
        return sum % (compares ? 3 : 13)
    }

    static func inside(_ value: Int) -> Int { value + 1 }
}

extension NaiveGraph {
    /// The values of all nodes, computed from scratch.
    func values(_ variables: [Int: Int]) -> [Int] {
        var values: [Int] = []
        for (node, kind) in kinds.enumerated() {
            switch kind {
            case .variable: values.append(variables[node, default: 0])
            case .map(let input): values.append(Self.map(values[input], by: node))
            case .select(let input): values.append(Self.select(values[input]))
            case .distinct(let input): values.append(values[input])
            case .combine(let inputs): values.append(Self.combine(inputs.map { values[$0] }))
            case .flatMapLatest(let source, let choices, let makes):
                let inner = values[choices[values[source] % choices.count]]
                values.append(makes ? Self.inside(inner) : inner)
            case .tracked(let inputs, let compares):
                values.append(Self.track(inputs, compares: compares) { values[$0] })
            }
        }
        return values
    }

    /// What a node reads, where the nodes have these values.
    func inputs(of node: Int, _ values: [Int]) -> [Int] {
        switch kinds[node] {
        case .variable: return []
        case .map(let input), .select(let input), .distinct(let input): return [input]
        case .combine(let inputs): return inputs
        case .flatMapLatest(let source, let choices, _): return [source, choices[values[source] % choices.count]]
        case .tracked(let inputs, let compares):
            var read: [Int] = []
            _ = Self.track(inputs, compares: compares) {
                read.append($0)
                return values[$0]
            }
            return read
        }
    }

    /// Which nodes a turn must keep up to date, where some are observed.
    func linked(from observed: Set<Int>, _ values: [Int]) -> Set<Int> {
        var linked = observed
        for node in kinds.indices.reversed() where linked.contains(node) { linked.formUnion(inputs(of: node, values)) }
        return linked
    }

    /// What a turn does that sets some variables: which nodes pass a value on, and how often each closure runs.
    func turn(setting set: Set<Int>, from old: [Int], to new: [Int]) -> (passing: Set<Int>, computing: Set<Int>) {
        var (passing, computing) = (set, Set<Int>())
        for (node, kind) in kinds.enumerated() {
            let isReached = inputs(of: node, new).contains { passing.contains($0) }
            switch kind {
            case .variable: continue
            case .map, .combine:
                if isReached { computing.insert(node) }
                if isReached { passing.insert(node) }
            case .select, .distinct:
                if isReached { computing.insert(node) }
                if isReached, old[node] != new[node] { passing.insert(node) }
            case .flatMapLatest(let source, _, _):
                // What runs is the closure that switches.
                if passing.contains(source) { computing.insert(node) }
                if isReached { passing.insert(node) }
            case .tracked(_, let compares):
                // By what it has read the last time, which may be less than what it reads now.
                guard inputs(of: node, old).contains(where: passing.contains) else { continue }
                computing.insert(node)
                if !compares || old[node] != new[node] { passing.insert(node) }
            }
        }
        return (passing, computing)
    }
}
