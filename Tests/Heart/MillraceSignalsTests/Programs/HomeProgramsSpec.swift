import Dispatch
import MillraceSignals
import MillraceSpecs

/// Graphs of several homes on one thread, set within each other's observers and batches in random ways.
final class HomeProgramsSpec: Spec {
    @MainActor func testSpec() async {
        describe("O5 graphs of several homes on one thread") {
            it("are told within their own homes, before the set that enters them returns") {
                programs(of: "homes") { dice in HomeProgram(dice).run() }
            }
        }
    }
}

/// The executor of an actor that is entered by `sync`.
private final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "MillraceSignalsTests.QueueExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

private actor Clerk {
    static let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

@MainActor
private final class HomeProgram {
    /// A graph, and how it is entered.
    final class Place {
        enum Kind: CaseIterable { case main, named, queue }

        let kind: Kind
        let variable: Variable<Int>
        let derived: Observable<Int>
        var depth = 0
        var isTelling = 0
        var subscriptions: [Int: Subscription] = [:]
        var heard: [Int: (value: Int, isDerived: Bool)] = [:]

        init(_ kind: Kind) {
            self.kind = kind
            switch kind {
            case .main: variable = Variable(0, in: .main)
            case .named, .queue: variable = Variable(0, in: Home("a place"))
            }
            derived = variable.map { $0 * 2 }.map { $0 + 1 }
        }

        func enter(_ body: () -> Void) {
            depth += 1
            defer { depth -= 1 }
            switch kind {
            case .main, .named: body()
            case .queue where depth == 1: Clerk.executor.queue.sync(execute: body)
            case .queue: body()
            }
        }

        func enterBatch(_ body: (Place) -> Void) { enter { batch { body(self) } } }

        /// An observer that has not heard what is.
        var problem: String? {
            for (key, heard) in heard where subscriptions[key] != nil {
                let expected = heard.isDerived ? variable.value * 2 + 1 : variable.value
                if heard.value != expected {
                    return "an observer in \(kind) heard \(heard.value) last, not \(expected)"
                }
            }
            return nil
        }
    }

    private let dice: Dice
    private let places: [Place]
    private var budget = 60
    private var keys = 0
    private var problem: String?

    init(_ dice: Dice) {
        self.dice = dice
        // One of the queue: what waits for itself waits for ever.
        var kinds = (0..<dice.roll(1...2)).map { _ in Place.Kind.named } + [.main]
        if dice.once(in: 2) { kinds.append(.queue) }
        places = kinds.map(Place.init)
    }

    private func set() {
        guard let place = dice.pick(places) else { return }
        // What is entered already is told later (O5).
        let isEntered = place.depth > 0 || place.isTelling > 0
        if isEntered, place.kind == .queue { return }
        place.enter {
            place.variable.value = dice.roll(0..<100)
            if place.derived.value != place.variable.value * 2 + 1 { problem = "\(place.kind) reads what is stale" }
        }
        if !isEntered, let found = place.problem { problem = "\(found), when the set had returned" }
    }

    private func observe() {
        guard let place = dice.pick(places), place.depth == 0 || place.kind == .named || place.kind == .main else {
            return
        }
        let (key, isDerived) = (keys, dice.once(in: 2))
        keys += 1
        place.enter {
            let observable = isDerived ? place.derived : place.variable
            let receive: (Int) -> Void = { [unowned self, unowned place] value in
                if place.depth == 0, place.kind != .main { problem = "an observer was called outside of \(place.kind)" }
                place.heard[key] = (value, isDerived)
                place.isTelling += 1
                act()
                place.isTelling -= 1
            }
            place.subscriptions[key] = observable.observe(isolation: nil, receive)
        }
    }

    private func cancel() {
        guard let place = dice.pick(places) else { return }
        guard place.depth == 0 || place.kind == .named || place.kind == .main else { return }
        guard let key = dice.pick(place.subscriptions.keys.sorted()) else { return }
        place.enter { place.subscriptions[key] = nil }
    }

    private func act() {
        guard budget > 0 else { return }
        budget -= 1
        switch dice.roll(0..<8) {
        case 0, 1: set()
        case 2: batch { set() }
        case 3 where keys < 12: observe()
        case 4: cancel()
        default: break
        }
    }

    func run() -> String? {
        for _ in 0..<25 where problem == nil {
            budget = 60
            switch dice.roll(0..<6) {
            case 0, 1: observe()
            case 2: cancel()
            case 3:
                // A batch belongs to the home that is set first in it.
                places.first { $0.kind == .main }?.enterBatch { main in
                    main.variable.value = dice.roll(0..<100)
                    for _ in 0..<dice.roll(0...2) { set() }
                }
            default: set()
            }
            for place in places where problem == nil { problem = place.problem }
        }
        for place in places { place.enter { place.subscriptions = [:] } }
        return problem
    }
}
