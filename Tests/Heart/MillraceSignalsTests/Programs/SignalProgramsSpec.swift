import MillraceSignals
import MillraceSpecs

/// Random programs of one emitter, signals derived from it and observers that send, finish, observe and cancel within
/// deliveries, beside a plain list of observers and a queue.
final class SignalProgramsSpec: Spec {
    func testSpec() {
        describe("S1 random signals") {
            it("call observers in exactly the order of a queue") {
                programs(of: "signals") { dice in
                    let script = Script(dice)
                    let (real, naive) = (RealSignals(script), NaiveSignals(script))
                    let (log, expected) = (Player(script, real).play(), Player(script, naive).play())
                    if log == expected { return nil }
                    let place = zip(log, expected).prefix { $0 == $1 }.count
                    return "\(script.chains) gave \(log[place...].prefix(3)) after \(log.prefix(place).suffix(6)), "
                        + "not \(expected[place...].prefix(3))"
                }
            }
        }
    }
}

private enum Operator {
    case double, odd, sum, distinct, first(Int)
}

private enum Move {
    case send(Int), finish, observe(chain: Int), cancel(Int), again(chain: Int), nothing
}

/// What happens, whoever plays it: each observer, when it is called for so many times, does a deed.
private struct Script {
    let chains: [[Operator]]
    let steps: [Move]
    private let deeds: [Move]

    init(_ dice: Dice) {
        let count = dice.roll(1...3)
        func deed(_ mayFinish: Bool) -> Move {
            switch dice.roll(0..<14) {
            case 0...4: .send(dice.roll(0..<10))
            case 5 where mayFinish && dice.once(in: 6): .finish
            case 6...8: .observe(chain: dice.roll(0...count))
            case 9, 10: .cancel(dice.roll(0..<8))
            case 11: .again(chain: dice.roll(0...count))
            default: .nothing
            }
        }
        chains =
            [[]]
            + (0..<count).map { _ in
                (0..<dice.roll(1...3)).map { _ in
                    switch dice.roll(0..<5) {
                    case 0: .double
                    case 1: .odd
                    case 2: .sum
                    case 3: .distinct
                    default: .first(dice.roll(1...4))
                    }
                }
            }
        steps = (0..<dice.roll(3...15)).map { _ in deed(true) }
        deeds = (0..<64).map { _ in deed(true) }
    }

    /// The deed of an observer when it is called.
    func deed(of key: Int, call: Int) -> Move { call > 3 ? .nothing : deeds[(key * 7 + call * 5) % deeds.count] }
}

/// One emitter and what derives from it, real or not.
private protocol Signals: AnyObject {
    func send(_ value: Int)
    func finish()
    func observe(_ chain: Int, _ key: Int, _ receive: @escaping (Int) -> Void, _ finished: @escaping () -> Void)
    func cancel(_ key: Int)
}

/// Plays a script on signals.
private final class Player {
    private let script: Script
    private let signals: any Signals
    private var log: [String] = []
    private var observers: [(key: Int, chain: Int)] = []
    private var calls: [Int: Int] = [:]
    private var next = 0
    private var budget = 150

    init(_ script: Script, _ signals: any Signals) { (self.script, self.signals) = (script, signals) }

    func play() -> [String] {
        for chain in script.chains.indices { perform(.observe(chain: chain), by: nil) }
        for step in script.steps {
            log.append("-")
            perform(step, by: nil)
        }
        for observer in observers { signals.cancel(observer.key) }
        return log
    }

    private func perform(_ deed: Move, by key: Int?) {
        switch deed {
        case .send(let value): signals.send(value)
        case .finish: signals.finish()
        case .observe(let chain): observe(chain)
        case .cancel(let index): cancel(index)
        case .again(let chain):
            // The last observer of a chain leaves, and another comes.
            for observer in observers where observer.chain == chain { signals.cancel(observer.key) }
            observers.removeAll { $0.chain == chain }
            observe(chain)
        case .nothing: break
        }
    }

    private func cancel(_ index: Int) {
        guard !observers.isEmpty else { return }
        signals.cancel(observers.remove(at: index % observers.count).key)
    }

    private func observe(_ chain: Int) {
        guard observers.count < 12 else { return }
        let key = next
        next += 1
        observers.append((key, chain))
        signals.observe(chain, key) { [unowned self] value in
            log.append("\(chain).\(key): \(value)")
            calls[key, default: 0] += 1
            budget -= 1
            if budget > 0 { perform(script.deed(of: key, call: calls[key, default: 0]), by: key) }
        } _: { [unowned self] in
            log.append("\(chain).\(key) finished")
        }
    }
}

private final class RealSignals: Signals {
    private let emitter = Emitter<Int>()
    private let chains: [Signal<Int>]
    private var subscriptions: [Int: Subscription] = [:]

    init(_ script: Script) {
        let emitter = emitter
        chains = script.chains.map { operators in
            operators.reduce(emitter as Signal<Int>) { signal, next in
                switch next {
                case .double: signal.map { $0 * 2 }
                case .odd: signal.filter { $0 % 4 != 0 }
                case .sum: signal.scan(0) { ($0 + $1) % 1000 }
                case .distinct: signal.removeDuplicates()
                case .first(let count): signal.prefix(count)
                }
            }
        }
    }

    func send(_ value: Int) { emitter.send(value) }
    func finish() { emitter.finish() }
    func cancel(_ key: Int) { subscriptions.removeValue(forKey: key)?.cancel() }

    func observe(_ chain: Int, _ key: Int, _ receive: @escaping (Int) -> Void, _ finished: @escaping () -> Void) {
        subscriptions[key] = chains[chain].observe(onFinish: finished, receive)
    }
}

/// The obvious program: lists that are walked, and a queue.
private final class NaiveSignals: Signals {
    /// One link of the emitter: an observer, or a chain as it runs for its present observers.
    private final class Entry {
        let chain: Int
        var observers: [Observer] = []
        var isGone = false
        var isTelling = false
        var states: [Int]
        var hasFinished = false

        init(_ chain: Int, operators: Int) { (self.chain, states) = (chain, Array(repeating: 0, count: operators)) }

        var isLeft: Bool { observers.allSatisfy(\.isGone) }
    }

    private final class Observer {
        let key: Int
        let receive: (Int) -> Void
        let finished: () -> Void
        var isGone = false

        init(_ key: Int, _ receive: @escaping (Int) -> Void, _ finished: @escaping () -> Void) {
            (self.key, self.receive, self.finished) = (key, receive, finished)
        }
    }

    private let chains: [[Operator]]
    private var entries: [Entry] = []
    private var queue: [Int] = []
    private var isDelivering = false
    private var isFinished = false

    init(_ script: Script) { chains = script.chains }

    func send(_ value: Int) {
        if isFinished { return }
        queue.append(value)
        if !isDelivering { deliver() }
    }

    func finish() {
        if isFinished { return }
        isFinished = true
        if !isDelivering { deliver() }
    }

    private func deliver() {
        isDelivering = true
        while !queue.isEmpty {
            let value = queue.removeFirst()
            for entry in entries where !entry.isGone { pass(value, to: entry) }
        }
        if isFinished {
            for entry in entries where !entry.isGone {
                entry.isGone = true
                end(entry)
            }
        }
        isDelivering = false
        entries.removeAll(where: \.isGone)
    }

    private func pass(_ value: Int, to entry: Entry) {
        guard let (value, isLast) = result(value, entry) else { return }
        if let value {
            entry.isTelling = true
            for observer in entry.observers where !observer.isGone { observer.receive(value) }
            entry.isTelling = false
        }
        if isLast, !entry.isGone {
            entry.isGone = true
            end(entry)
        }
        if entry.isLeft { entry.isGone = true }
    }

    private func end(_ entry: Entry) {
        if entry.hasFinished { return }
        entry.hasFinished = true
        for observer in entry.observers where !observer.isGone {
            observer.isGone = true
            observer.finished()
        }
    }

    /// What comes out of a chain, and whether it is the last. Nil where nothing does.
    private func result(_ value: Int, _ entry: Entry) -> (Int?, Bool)? {
        var (value, isLast) = (value, false)
        for (index, next) in chains[entry.chain].enumerated() {
            switch next {
            case .double: value *= 2
            case .odd: if value % 4 == 0 { return isLast ? (nil, true) : nil }
            case .sum:
                entry.states[index] = (entry.states[index] + value) % 1000
                value = entry.states[index]
            case .distinct:
                if entry.states[index] == value + 1 { return isLast ? (nil, true) : nil }
                entry.states[index] = value + 1
            case .first(let count):
                entry.states[index] += 1
                if entry.states[index] == count { isLast = true }
            }
        }
        return (value, isLast)
    }

    func observe(_ chain: Int, _ key: Int, _ receive: @escaping (Int) -> Void, _ finished: @escaping () -> Void) {
        let observer = Observer(key, receive, finished)
        let present = chain == 0 ? nil : entries.last { $0.chain == chain && !$0.isGone && !$0.isLeft }
        if isFinished, present == nil { return finished() }
        if let present { return present.observers.append(observer) }
        let entry = Entry(chain, operators: chains[chain].count)
        entry.observers = [observer]
        entries.append(entry)
    }

    func cancel(_ key: Int) {
        for entry in entries {
            for observer in entry.observers where observer.key == key { observer.isGone = true }
            if entry.isLeft, !entry.isTelling || entry.chain == 0 { entry.isGone = true }
        }
    }
}
