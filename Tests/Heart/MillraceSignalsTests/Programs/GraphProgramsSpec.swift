import MillraceSignals
import MillraceSpecs

/// Random graphs: beside a naive recomputation, and with values that do something when they are let go.
final class GraphProgramsSpec: Spec {
    func testSpec() {
        describe("O2 random graphs") {
            it("have the right values, computations and deliveries") {
                programs(of: "graphs") { dice in
                    let (reads, comparing) = (dice.once(in: 2), dice.once(in: 2))
                    var problem: String?
                    expect { scene in
                        let run = GraphRun(seed: dice.seed, reads: reads, comparing: comparing, in: scene)
                        run.run(steps: 20)
                        problem = run.problem
                    }.to(leakNothing(), description: "the graph of seed \(dice.seed)")
                    return problem
                }
            }

            it("mix nothing, and are right whenever they are read, where values set, send and read as they go") {
                programs(of: "graphs of restless values") { dice in
                    var problem: String?
                    expect { problem = RestlessGraph(dice).run() }
                        .to(leakNothing(), description: "the graph of seed \(dice.seed)")
                    return problem
                }
            }
        }
    }
}

/// A graph whose values are objects that set, send and read when they are let go.
private final class RestlessGraph {
    /// A number, and what it was made of: how often each variable had been set.
    fileprivate final class Piece {
        let number: Int
        let made: [Int: Int]
        private let farewell: () -> Void

        init(_ number: Int, _ made: [Int: Int], _ farewell: @escaping () -> Void) {
            (self.number, self.made, self.farewell) = (number, made, farewell)
        }

        deinit { farewell() }
    }

    private enum Kind {
        case variable
        case map(Int)
        case pair(Int, Int)
        case array([Int])
        case same(Int)
        case choice(Int, Int, Int, makes: Bool)
        case tracked([Int])
    }

    private let dice: Dice
    private var kinds: [Kind] = []
    private var variables: [Variable<Piece>] = []
    private var nodes: [Observable<Piece>] = []
    private var sets = 0
    private var setting = 0
    private var farewells = 40
    private var problem: String?
    private let side = Variable(0)
    private let noise = Emitter<Int>()
    private var heard: [Int: (node: Int, number: Int)] = [:]
    private var subscriptions: [Int: Subscription] = [:]
    private let lasting = SubscriptionBag()
    private var observerCount = 0

    init(_ dice: Dice) {
        self.dice = dice
        for index in 0..<dice.roll(1...3) {
            variables.append(Variable(Piece(dice.roll(0..<9), [index: 0]) {}))
            nodes.append(variables[index])
            kinds.append(.variable)
        }
        for _ in 0..<dice.roll(1...8) { add() }
    }

    private func add() {
        func any() -> Int { dice.roll(0..<nodes.count) }
        switch dice.roll(0..<9) {
        case 0, 1:
            let input = any()
            kinds.append(.map(input))
            nodes.append(nodes[input].map { [unowned self] in self.piece(of: [$0]) })
        case 2:
            let (left, right) = (any(), any())
            kinds.append(.pair(left, right))
            nodes.append(combine(nodes[left], nodes[right]) { [unowned self] in self.piece(of: [$0, $1]) })
        case 3:
            let inputs = (0..<dice.roll(1...3)).map { _ in any() }
            kinds.append(.array(inputs))
            nodes.append(combine(inputs.map { nodes[$0] }).map { [unowned self] in self.piece(of: $0) })
        case 4:
            let input = any()
            kinds.append(.same(input))
            nodes.append(nodes[input].removeDuplicates { $0 === $1 })
        case 5, 6:
            let inputs = (0..<dice.roll(1...5)).map { _ in any() }
            let known = nodes
            kinds.append(.tracked(inputs))
            nodes.append(
                Observable { [unowned self] read in
                    var pieces: [Piece] = []
                    let number = Self.tracked(inputs) { input in
                        pieces.append(read(known[input]))
                        return pieces[pieces.count - 1].number
                    }
                    return self.piece(of: pieces, number)
                }
            )
        default:
            let (source, even, odd, makes) = (any(), any(), any(), dice.once(in: 2))
            kinds.append(.choice(source, even, odd, makes: makes))
            let choices = [nodes[even], nodes[odd]]
            nodes.append(
                nodes[source].flatMapLatest { [unowned self] value in
                    let choice = choices[value.number & 1]
                    return makes ? choice.map { self.piece(of: [$0]) } : choice
                }
            )
        }
    }

    /// What is derived from some pieces. Two that know different states of a variable are a mixture.
    private func piece(of inputs: [Piece], _ number: Int? = nil) -> Piece {
        var made: [Int: Int] = [:]
        for input in inputs {
            made.merge(input.made) {
                if $0 != $1 { problem = "a computation mixes old and new" }
                return max($0, $1)
            }
        }
        return Piece(number ?? Self.derived(inputs.map(\.number)), made) { [weak self] in self?.farewell() }
    }

    private static func derived(_ numbers: [Int]) -> Int { (numbers.reduce(0, +) * 3 + 1) % 13 }

    /// What a tracked node computes, which reads one after the other as long as they are even.
    private static func tracked(_ inputs: [Int], _ read: (Int) -> Int) -> Int {
        var numbers: [Int] = []
        for input in inputs {
            numbers.append(read(input))
            if numbers[numbers.count - 1] % 2 == 1 { break }
        }
        return derived(numbers)
    }

    private func farewell() {
        guard farewells > 0 else { return }
        farewells -= 1
        switch dice.roll(0..<6) {
        case 0: side.value += 1
        case 1: noise.send(farewells)
        case 2: set()
        case 3:
            batch {
                side.value += 1; noise.send(0)
            }
        default: check(dice.roll(0..<nodes.count), "a farewell")
        }
    }

    private func set() {
        let index = dice.roll(0..<variables.count)
        sets += 1
        variables[index].value = Piece(dice.roll(0..<9), [index: sets]) { [weak self] in self?.farewell() }
    }

    /// What a node must be, computed from scratch.
    private var numbers: [Int] {
        var numbers: [Int] = []
        for (node, kind) in kinds.enumerated() {
            switch kind {
            case .variable: numbers.append(variables[node].value.number)
            case .map(let input): numbers.append(Self.derived([numbers[input]]))
            case .pair(let left, let right): numbers.append(Self.derived([numbers[left], numbers[right]]))
            case .array(let inputs): numbers.append(Self.derived(inputs.map { numbers[$0] }))
            case .same(let input): numbers.append(numbers[input])
            case .tracked(let inputs): numbers.append(Self.tracked(inputs) { numbers[$0] })
            case .choice(let source, let even, let odd, let makes):
                let inner = numbers[numbers[source] & 1 == 0 ? even : odd]
                numbers.append(makes ? Self.derived([inner]) : inner)
            }
        }
        return numbers
    }

    private func check(_ node: Int, _ place: String) {
        // Computing may let values go whose farewells set something.
        let before = sets
        let read = nodes[node].value.number
        let expected = numbers[node]
        if sets == before, read != expected { problem = "\(place) reads \(read) of node \(node), not \(expected)" }
    }

    private func observe() {
        let (key, node) = (observerCount, dice.roll(0..<nodes.count))
        observerCount += 1
        subscriptions[key] = nodes[node].observe { [unowned self] piece in
            heard[key] = (node, piece.number)
            switch dice.roll(0..<12) {
            case 0 where setting < 40:
                setting += 1
                set()
            case 1: check(dice.roll(0..<nodes.count), "an observer")
            case 2 where observerCount < 12: observe()
            case 3: cancel()
            default: break
            }
        }
    }

    private func cancel() {
        guard let key = dice.pick(subscriptions.keys.sorted()) else { return }
        subscriptions[key] = nil
        heard[key] = nil
    }

    func run() -> String? {
        let held = nodes[nodes.count - 1].changes.hold(nodes[nodes.count - 1].value)
        held.observe { _ in }.store(in: lasting)
        side.observe { _ in }.store(in: lasting)
        noise.observe { [unowned self] _ in side.value += 1 }.store(in: lasting)
        for _ in 0..<20 where problem == nil {
            switch dice.roll(0..<8) {
            case 0, 1: observe()
            case 2: cancel()
            case 3: check(dice.roll(0..<nodes.count), "a step")
            case 4, 5:
                batch {
                    for _ in 0..<dice.roll(0...3) {
                        set()
                        if dice.once(in: 2) { check(dice.roll(0..<nodes.count), "a batch") }
                    }
                }
            default: set()
            }
            for (key, heard) in heard where subscriptions[key] != nil && problem == nil {
                let expected = numbers[heard.node]
                if heard.number != expected {
                    problem = "an observer of node \(heard.node) heard \(heard.number) last, not \(expected)"
                }
            }
        }
        farewells = 0
        subscriptions = [:]
        lasting.cancelAll()
        return problem
    }
}
