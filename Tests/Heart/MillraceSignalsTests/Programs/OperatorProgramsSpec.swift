import MillraceSignals
import MillraceSpecs

/// Random programs of signals whose values are objects that send, set, cancel and observe when they are let go, through
/// the operators that keep values. Run in release under the address sanitizer, too.
final class OperatorProgramsSpec: Spec {
    func testSpec() {
        describe("S4 random operators that keep restless values") {
            it("let each go once, when the next is in its place") {
                programs(of: "operators of restless values") { dice in
                    var problem: String?
                    expect { problem = RestlessOperators(dice).run() }
                        .to(leakNothing(), description: "the operators of seed \(dice.seed)")
                    return problem
                }
            }
        }
    }
}

private final class RestlessOperators {
    /// Two numbers that are equal as long as the object is whole, and something to do when it goes.
    fileprivate final class Piece {
        let number: Int
        private(set) var copy: Int?
        private let farewell: () -> Void

        init(_ number: Int, _ farewell: @escaping () -> Void) {
            (self.number, copy, self.farewell) = (number, number, farewell)
        }

        deinit {
            copy = nil
            farewell()
        }
    }

    private let dice: Dice
    private let scheduler = TestScheduler()
    private let emitter = Emitter<Piece>()
    private let variable: Variable<Piece>
    private var signals: [Signal<Piece>] = []
    private var held: [Observable<Piece>] = []
    private var subscriptions: [Int: Subscription] = [:]
    private var observers = 0
    private var farewells = 30
    private var depth = 0
    private var problem: String?

    init(_ dice: Dice) {
        self.dice = dice
        variable = Variable(Piece(0) {})
        signals = [emitter, variable.changes]
        for _ in 0..<dice.roll(2...6) { signals.append(derived(signals[dice.roll(0..<signals.count)])) }
        held = [variable, signals[dice.roll(0..<signals.count)].hold(Piece(1) {})]
    }

    private func piece() -> Piece { Piece(dice.roll(0..<9)) { [weak self] in self?.farewell() } }

    private func derived(_ signal: Signal<Piece>) -> Signal<Piece> {
        let (other, brief) = (signals[dice.roll(0..<signals.count)], Duration.milliseconds(dice.roll(1...3)))
        switch dice.roll(0..<16) {
        case 0: return signal.suffix(dice.roll(1...3))
        case 1: return signal.scan(piece()) { [weak self] in self?.piece() ?? $1 }
        case 2: return signal.removeDuplicates { $0 === $1 }
        case 3: return signal.pairwise().map { $0.0 }
        case 4: return signal.throttle(for: brief, on: scheduler)
        case 5: return signal.debounce(for: brief, on: scheduler)
        case 6: return signal.delay(for: brief, on: scheduler)
        case 7: return signal.withLatest(from: other).map { $0.1 }
        case 8: return signal.sample(on: other)
        case 9: return zip(signal, other).map { $0.0 }
        case 10: return combineLatest(signal, other).map { $0.1 }
        case 11: return signal.flatMapLatest { .just($0) }
        case 12: return signal.collect(2).compactMap(\.last)
        case 13: return merge(signal, other)
        case 14: return signal.map { [weak self] _ in self?.piece() }.compactMap { $0 }
        default: return signal.hold(piece()).changes
        }
    }

    private func farewell() {
        guard farewells > 0 else { return }
        farewells -= 1
        act()
    }

    private func act() {
        guard depth < 20 else { return }
        depth += 1
        defer { depth -= 1 }
        switch dice.roll(0..<9) {
        case 0, 1: emitter.send(piece())
        case 2: variable.value = piece()
        case 3:
            batch {
                variable.value = piece(); emitter.send(piece())
            }
        case 4: check(held[dice.roll(0..<held.count)].value)
        case 5: subscriptions.removeValue(forKey: dice.roll(0..<max(1, observers)))?.cancel()
        case 6 where observers < 12: observe()
        case 7: check(variable.value)
        default: break
        }
    }

    private func check(_ piece: Piece) {
        if piece.copy != piece.number { problem = "a value was used after it had been let go" }
    }

    private func observe() {
        let key = observers
        observers += 1
        let signal = signals[dice.roll(0..<signals.count)]
        subscriptions[key] = signal.observe { [weak self] piece in
            self?.check(piece)
            if self?.dice.once(in: 4) == true { self?.act() }
            self?.check(piece)
        }
    }

    func run() -> String? {
        for _ in 0..<3 { observe() }
        for _ in 0..<25 where problem == nil {
            farewells = max(farewells, 3)
            act()
            if dice.once(in: 3) { scheduler.advance(by: .milliseconds(dice.roll(1...4))) }
        }
        farewells = 0
        subscriptions = [:]
        return problem
    }
}
