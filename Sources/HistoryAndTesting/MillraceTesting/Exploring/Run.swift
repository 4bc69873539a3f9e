import MillraceBase
import MillraceHistory
import MillraceSignals

/// What a run has come to, where something is to be chosen.
struct Crossing {
    /// Nil in the midst of a step.
    let digest: UInt64?
    let flags: MomentGraph.Flags

    /// Which of the conditions hold that must come true in the end: a bit for each, in order.
    var fulfilled: UInt8 = 0

    /// The number of alternatives.
    let count: Int

    /// Their names, each once.
    let names: () -> [String]
}

/// What is wrong at a moment.
struct Finding: Error {
    enum Kind: Hashable {
        case condition(String, Condition.Time)
        case restless, inFlight
        case undigested
        /// Equal moments, of which one led elsewhere.
        case hidden
        /// The same choices, and another run.
        case accidental
    }

    let kind: Kind
    let place: CallSite?
    let message: String
}

/// One run of an app: it makes the app, lets it go on as far as it can, has something chosen, and so on.
final class Run {
    private let body: (World) throws -> Void
    private let budgets: Budgets
    private let digests: DigestCache

    /// Returns the index of the alternative to take; nil to end here.
    private let choose: (Crossing, Run) throws -> Int?

    /// Called with the name of each choice that is made, where names are wanted.
    var onStep: ((String) -> Void)?

    /// Called at each moment, before the conditions are checked.
    var atMoment: ((Run) -> Void)?

    private(set) var world: World!
    private var choices: [Choice] = []

    /// How often each name was met in the midst of this step.
    private var namesInStep: [String: Int] = [:]

    /// Whether no call waits, no time is due, and all is well outside; what may wait for ever does not count.
    private var isAtRest = false

    /// The time until calls that wait have waited too long, if nothing else is due.
    private var tooLate: Duration?

    /// How many instants have come since something broke that is not well again.
    private var instantsOfFault = 0
    private static let longestFault = 3
    private var isOver = false

    /// Whether the exploration has not begun.
    private var isCalm = false
    private var problem: (any Error)?

    init(
        _ body: @escaping (World) throws -> Void,
        _ setting: ExploreSetting,
        choosing choose: @escaping (Crossing, Run) throws -> Int?
    ) {
        self.body = body
        self.choose = choose
        budgets = Budgets(faults: setting.faults, ends: setting.ends)
        digests = DigestCache(sharing: setting.digests)
    }

    private enum Choice {
        case call(ExploredProgram, WaitingCall, outcome: Int)
        case time(Duration)
        case event(PossibleEvent)
        case end(ExploredProgram)
    }

    /// Runs to the end.
    ///
    /// - Parameter inspect: Called with what is seen of each program that begins, to record it.
    func run(recording inspect: ((Inspection) -> Void)? = nil) throws {
        let world = World(budgets, digests) { [unowned self] in chooseInStep($0, $1) }
        self.world = world
        world.recorder = inspect
        defer {
            isOver = true
            choices = []
            world.end()
        }
        try body(world)
        try beginCalmly()
        while !isOver {
            try settle()
            if isOver { return }
            guard let choice = try chooseNext() else { return }
            namesInStep = [:]
            try take(choices[choice])
        }
    }

    /// Lets everything go on that can, and begins the programs again that have ended in the midst of it.
    private func settle() throws {
        world.settle()
        while let program = world.programs.first(where: { $0.isEnding.withLock { $0 } }) {
            try world.restart(program)
            world.settle()
        }
        if let problem { throw problem }
        if world.isEndless {
            throw Finding(
                kind: .restless,
                place: nil,
                message: """
                    after 100,000 pieces of work on end, without time passing, there is still more to do. \
                    To fix: let time pass where something repeats.
                    """
            )
        }
    }

    /// Has all go well until the world says that the exploration begins.
    private func beginCalmly() throws {
        guard let hasBegun = world.hasBegun else { return }
        isCalm = true
        defer { isCalm = false }
        for _ in 0..<1_000 {
            try settle()
            if hasBegun() { return }
            listChoices()
            guard hasGoodChoice, let choice = choices.first else { break }
            try take(choice)
        }
        throw Finding(
            kind: .restless,
            place: nil,
            message: """
                the exploration does not begin: what World.begins(when:) waits for does not come true, though all goes \
                well. To fix: wait for what comes by itself, without the user.
                """
        )
    }

    // MARK: Choosing

    private func chooseNext() throws -> Int? {
        atMoment?(self)
        listChoices()
        let digest = try digest()
        var flags: MomentGraph.Flags = []
        if isAtRest { flags.insert(.isAtRest) }
        if hasGoodChoice { flags.insert(.hasGoodChoice) }
        let crossing = Crossing(
            digest: digest,
            flags: flags,
            fulfilled: try check(isAtRest),
            count: choices.count,
            names: names
        )
        guard let choice = try choose(crossing, self) else { return nil }
        if let onStep { onStep(names()[choice]) }
        return choice
    }

    private func chooseInStep(_ name: String, _ alternatives: [String]) -> Int {
        if isOver || isCalm || problem != nil { return 0 }
        let count = namesInStep[name, default: 0] + 1
        namesInStep[name] = count
        let suffix = count == 1 ? "" : " (\(count))"
        let names = alternatives.enumerated().map { $0 == 0 ? "" : $1 + suffix }
        let crossing = Crossing(digest: nil, flags: [.isInStep, .hasGoodChoice], count: names.count) { names }
        do {
            guard let choice = try choose(crossing, self) else {
                isOver = true
                return 0
            }
            if choice != 0 { onStep?(names[choice]) }
            return choice
        } catch {
            problem = error
            return 0
        }
    }

    /// Lists what may happen now. What makes all go well comes first.
    private func listChoices() {
        choices.removeAll(keepingCapacity: true)
        tooLate = nil
        let possible = world.events.filter { event in
            switch event.kind {
            case .fault: budgets.faults > 0 && event.isPossible()
            case .repair: event.isPossible()
            case .user: budgets.done[event.key, default: 0] < event.times && event.isPossible()
            }
        }
        choices += possible.filter { $0.kind == .repair }.map { .event($0) }
        if choices.isEmpty { instantsOfFault = 0 }
        // What is broken for so long is well again next: an app may try again for ever.
        if instantsOfFault >= Self.longestFault {
            isAtRest = false
            return
        }
        listGoodChoices()
        choices += possible.filter { $0.kind == .user }.map { .event($0) }
        for program in world.programs {
            for call in program.outside.waiting {
                for (outcome, description) in call.outcomes.enumerated().dropFirst()
                where !description.isFault || budgets.faults > 0 {
                    choices.append(.call(program, call, outcome: outcome))
                }
            }
        }
        if let tooLate { choices.append(.time(tooLate)) }
        choices += possible.filter { $0.kind == .fault }.map { .event($0) }
        if budgets.ends.withLock({ $0 }) > 0 {
            choices += world.programs.filter { $0.begin != nil }.map { .end($0) }
        }
    }

    /// Lists answers, and time. Those that are waited for for ever come last.
    private func listGoodChoices() {
        isAtRest = choices.isEmpty
        if !world.restful.isEmpty {
            for program in world.programs {
                for task in program.states?.tasks(of: world.restful) ?? [] {
                    program.scheduler.trail(of: task)?.setRestful()
                }
            }
        }
        var restful: [Choice] = []
        var waiting: Set<ObjectIdentifier> = []
        for program in world.programs {
            for call in program.outside.waiting {
                if let trail = call.trail { waiting.insert(ObjectIdentifier(trail)) }
                if call.trail?.isRestful == true {
                    restful.append(.call(program, call, outcome: 0))
                } else {
                    choices.append(.call(program, call, outcome: 0))
                    isAtRest = false
                }
            }
        }
        let pending = world.programs.flatMap(\.scheduler.pending)
        if pending.contains(where: { $0.trail?.isRestful != true }) { isAtRest = false }
        if let next = pending.map(\.delay).min() {
            // Where all that is due are limits of calls that wait, it is a fault that they are not answered in time.
            let isTooLate = pending.allSatisfy { work in
                work.delay > next || work.trail.map { waiting.contains(ObjectIdentifier($0)) } ?? false
            }
            if !isTooLate { choices.append(.time(next)) } else if budgets.faults > 0 { tooLate = next }
        }
        choices += restful
    }

    private var hasGoodChoice: Bool {
        switch choices.first {
        case .call, .time: true
        case .event(let event): event.kind == .repair
        case .end, nil: false
        }
    }

    /// Their names, each once.
    func names() -> [String] {
        var counts: [String: Int] = [:]
        let hasSeveral = world.programs.count > 2
        return choices.map { choice in
            let name =
                switch choice {
                case .call(let program, let call, let outcome):
                    prefix(program, hasSeveral) + "\(call.name): \(call.outcomes[outcome].name)"
                case .time(let duration): "\(words(for: duration)) later"
                case .event(let event): event.program.map { prefix($0, hasSeveral) + event.name } ?? event.name
                case .end(let program): "\(program.name) ends"
                }
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name) (\(counts[name] ?? 0))"
        }
    }

    private func prefix(_ program: ExploredProgram, _ hasSeveral: Bool) -> String {
        hasSeveral && !program.name.isEmpty ? "\(program.name): " : ""
    }

    private func take(_ choice: Choice) throws {
        switch choice {
        case .call(let program, let call, let outcome):
            if call.outcomes[outcome].isFault { budgets.faults -= 1 }
            program.outside.end(call.number, with: outcome)
        case .time(let duration):
            if tooLate != nil { budgets.faults -= 1 }
            if case .event(let event) = choices.first, event.kind == .repair { instantsOfFault += 1 }
            world.pass(duration)
        case .event(let event):
            if event.kind == .fault { budgets.faults -= 1 }
            if event.kind == .user { budgets.done[event.key, default: 0] += 1 }
            event.body()
        case .end(let program):
            budgets.ends.withLock { $0 -= 1 }
            try world.restart(program)
        }
    }

    // MARK: Looking

    /// The digest of all that decides what may come.
    private func digest() throws -> UInt64 {
        var digest = mixed(UInt64(budgets.faults), UInt64(budgets.ends.withLock { $0 }))
        for program in world.programs {
            if let states = program.states {
                do {
                    digest = mixed(digest, try states.digest())
                    // What an effect has heard counts, whatever it waits for.
                    for task in states.tasks() {
                        digest &+= mixed(3, program.scheduler.trail(of: task)?.digest ?? 0)
                    }
                } catch {
                    throw Finding(kind: .undigested, place: nil, message: "\(error)")
                }
            }
            var calls: UInt64 = 0
            for call in program.outside.waiting { calls &+= mixed(2, call.digest) }
            digest = mixed(digest, calls)
            for work in program.scheduler.pending {
                digest = mixed(digest, mixed(UInt64(work.delay / .nanoseconds(1)), work.heard))
            }
        }
        var events = UInt64(instantsOfFault)
        for event in world.events {
            let left = event.kind == .user ? event.times - budgets.done[event.key, default: 0] : 0
            events = mixed(events, UInt64(left) << 1 | (event.isPossible() ? 1 : 0))
        }
        digest = mixed(digest, events)
        for (name, value, _) in world.compared {
            do {
                digest = mixed(digest, try StateDigest(reading: value(), cache: digests).value)
            } catch {
                throw Finding(kind: .undigested, place: nil, message: "\(UndigestedState(store: name, reason: error))")
            }
        }
        return digest
    }

    /// Checks the conditions. Returns which of those hold that must come true in the end.
    private func check(_ isAtRest: Bool) throws -> UInt8 {
        var (fulfilled, bit): (UInt8, UInt8) = (0, 1)
        for condition in world.conditions {
            switch condition.time {
            case .always: break
            case .atRest: if !isAtRest { continue }
            case .inTheEnd:
                if condition.problem() == nil { fulfilled |= bit }
                bit <<= 1
                continue
            }
            if let problem = condition.problem() {
                throw Finding(
                    kind: .condition(condition.name, condition.time),
                    place: condition.place,
                    message: problem
                )
            }
        }
        if isAtRest { try checkRest() }
        return fulfilled
    }

    /// What must hold at rest of every app.
    private func checkRest() throws {
        for program in world.programs {
            guard let states = program.states else { continue }
            let stuck = states.effects.filter { !world.restful.contains($0) }
            if !stuck.isEmpty {
                throw Finding(
                    kind: .inFlight,
                    place: nil,
                    message: """
                        at rest, effects are in flight (\(stuck.joined(separator: ", "))), though nothing is due, and no \
                        call waits. To fix: have them end, or wait for something that was handed in \
                        (world.scheduler, world.outside); one that watches for ever is named by mayStayInFlight(_:).
                        """
                )
            }
            let restless = states.restless
            if !restless.isEmpty {
                throw Finding(
                    kind: .inFlight,
                    place: nil,
                    message: """
                        at rest, a state says that something is under way (\(restless.joined(separator: "; "))), though \
                        nothing is due, and no call waits.
                        """
                )
            }
        }
    }

    /// What waits, and when it is due, for a message.
    var waiting: [(name: String, digest: UInt64)] {
        world.programs.flatMap { program in
            program.outside.waiting.map { ("the call '\($0.name)'", $0.digest) }
                + program.scheduler.pending.map { ("what is due in \(words(for: $0.delay))", $0.heard) }
        }
    }

    /// The states by the names of the stores, and what else is compared.
    var values: [(name: String, value: Any)] {
        world.programs.flatMap { program in
            (program.states?.values ?? []).map { (program.name.isEmpty ? $0 : "\(program.name): \($0)", $1) }
        } + world.compared.map { ($0.name, $0.value()) }
    }
}

/// Returns a duration as a story tells it.
func words(for duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    if milliseconds < 1_000 { return "\(numberText(milliseconds)) ms" }
    return "\(numberText(milliseconds / 1_000)) s"
}

private func numberText(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\((number * 1_000).rounded() / 1_000)"
}
