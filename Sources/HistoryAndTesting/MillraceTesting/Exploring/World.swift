public import MillraceBase
import MillraceHistory
import MillraceSignals

/// What ``explore(faults:steps:time:seed:file:line:_:)`` hands in: where an app is made, what may happen to it, and
/// what must be true.
///
/// It is made anew for each run.
public final class World {
    /// Runs what the program does, on virtual time that the exploration turns. Hand it to the dispatcher and to
    /// everything else that takes a scheduler.
    public var scheduler: TestScheduler { current.scheduler }

    /// The stand-in for servers and sensors, which answers when the exploration says so.
    public var outside: Outside { current.outside }

    /// A service that always makes the same number: what is drawn at random decides nothing here. Hand it to what spreads
    /// its attempts over time, such as an outbox.
    public let random = RandomNumbers(SameNumber())

    let budgets: Budgets
    private(set) var programs: [ExploredProgram] = []
    private var current: ExploredProgram
    private(set) var events: [PossibleEvent] = []
    private(set) var conditions: [Condition] = []
    private(set) var compared: [(name: String, value: () -> Any, program: ExploredProgram)] = []

    /// The names of effects that wait for ever on purpose.
    private(set) var restful: Set<String> = []

    /// Decides something in the midst of a step.
    private let choose: (String, [String]) -> Int

    /// Records what happens, where a story is told.
    var recorder: ((Inspection) -> Void)?

    /// What was found out about types, in all runs.
    private let digests: DigestCache

    init(_ budgets: Budgets, _ digests: DigestCache, choosing choose: @escaping (String, [String]) -> Int) {
        (self.budgets, self.digests) = (budgets, digests)
        self.choose = choose
        current = ExploredProgram("", at: .zero, choosing: choose)
        programs = [current]
    }

    /// Says when the exploration begins: until then all goes well, and nothing else is tried.
    ///
    /// ```swift
    /// world.begins { phone.isSynchronized && laptop.isSynchronized }
    /// ```
    ///
    /// - Parameter condition: Whether it begins. It must come true by itself: the user does nothing before.
    public func begins(when condition: @escaping () -> Bool) { hasBegun = condition }

    private(set) var hasBegun: (() -> Bool)?

    // MARK: What may happen

    /// Says what the user may do, whenever nothing of the app can go on by itself.
    ///
    /// ```swift
    /// world.may("star", times: 2) { feed.toggleStar() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: Its name in a story. Each has a name of its own within a program.
    ///   - times: How often at most.
    ///   - condition: Whether it can be done now, for example because the button is enabled.
    ///   - body: Does it.
    public func may(
        _ name: String,
        times: Int = 1,
        if condition: @escaping () -> Bool = { true },
        _ body: @escaping () -> Void
    ) {
        add(PossibleEvent(name: name, kind: .user, times: times, isPossible: condition, body: body))
    }

    /// Says what may happen outside.
    package func may(
        _ name: String,
        _ kind: PossibleEvent.Kind,
        if condition: @escaping () -> Bool,
        _ body: @escaping () -> Void
    ) {
        add(PossibleEvent(name: name, kind: kind, times: .max, isPossible: condition, body: body))
    }

    private func add(_ event: PossibleEvent) {
        var event = event
        event.program = current
        if events.contains(where: { $0.name == event.name && $0.program === current }) {
            stop("World.may: two things are called \(event.name). To fix: give each a name of its own.")
        }
        events.append(event)
    }

    /// Has moments compared by a value too, because it decides what comes next and is in no store: what a server knows,
    /// or what a view remembers.
    ///
    /// ```swift
    /// world.compare("server") { server.posts }
    /// ```
    ///
    /// - Parameters:
    ///   - name: Its name in a story.
    ///   - value: Returns a value that has a `StateDigest`.
    public func compare<Value>(_ name: String, _ value: @escaping () -> Value) {
        compared.append((name, value, current))
    }

    /// Says that effects of an identity wait for ever on purpose, such as one that asks a server for news again and again:
    /// at rest they may be in flight, and what they wait for does not count.
    public func mayStayInFlight(_ id: some Hashable & Sendable) { restful.insert("\(id)") }

    // MARK: Programs

    /// Begins a program, and begins it again whenever the exploration has ended it: for an app that keeps something on a
    /// disk, or for several apps that speak with each other.
    ///
    /// ```swift
    /// var list: ToDoList!
    /// try world.program("phone") {
    ///     list = try ToDoList(on: Dispatcher(on: world.scheduler), files: disk.start(in: world))
    ///     world.may("add") { list.add("milk") }
    ///     return list.inspection
    /// }
    /// ```
    ///
    /// Within the closure, ``scheduler``, ``outside`` and what may happen are the program's own: they end with it.
    ///
    /// - Parameters:
    ///   - name: Its name in a story.
    ///   - begin: Makes the app, and returns the stores and families that are seen.
    public func program(_ name: String, _ begin: @escaping () throws -> Inspection) throws {
        try start(name, begin)
    }

    private func start(_ name: String, _ begin: @escaping () throws -> Inspection) throws {
        let program = ExploredProgram(name, at: now, choosing: choose)
        program.begin = begin
        programs.append(program)
        let former = current
        current = program
        defer { current = former }
        do {
            inspect(try begin(), of: program)
        } catch _ where program.isEnding.withLock({ $0 }) {
            // It has ended while it began, and begins again.
        }
    }

    /// Sees the stores of a program.
    func inspect(_ inspection: Inspection, of program: ExploredProgram? = nil) {
        (program ?? current).states = ExploredStates(of: inspection, sharing: digests)
        recorder?(inspection)
    }

    /// Ends a program, and begins it again.
    func restart(_ program: ExploredProgram) throws {
        guard let begin = program.begin, let place = programs.firstIndex(where: { $0 === program }) else { return }
        program.outside.close()
        events.removeAll { $0.program === program }
        conditions.removeAll { $0.program === program }
        compared.removeAll { $0.program === program }
        program.begin = nil
        programs.remove(at: place)
        try start(program.name, begin)
        programs.insert(programs.removeLast(), at: place)
        program.states = nil
        program.scheduler.abandon()
    }

    /// Ends the program that is being made, or that runs, in the midst of a step: for a disk that decides it.
    package var ending: @Sendable () -> Void {
        if current.begin == nil {
            stop(
                """
                SimulatedDisk.start(in:): it was called outside of a program. \
                To fix: call it in the closure of World.program(_:_:).
                """
            )
        }
        let isEnding = current.isEnding
        return { isEnding.withLock { $0 = true } }
    }

    /// How many programs may still be ended.
    package var endsLeft: Locked<Int> { budgets.ends }

    // MARK: Conditions

    func add(_ condition: Condition) {
        if condition.title.isForTheEnd, conditions.count(where: \.title.isForTheEnd) == Condition.endLimit {
            stop(
                """
                World.inTheEnd: there are more than \(Condition.endLimit) conditions for the end. \
                To fix: explore with some of them at a time.
                """
            )
        }
        var condition = condition
        condition.program = current
        conditions.append(condition)
    }

    // MARK: Time

    /// The time since the beginning.
    var now: Duration { programs.first?.scheduler.now ?? .zero }

    /// The time until something is due; nil if nothing is.
    var timeToNext: Duration? { programs.compactMap(\.scheduler.timeToNext).min() }

    /// Lets everything go on that can.
    func settle() {
        repeat { for program in programs { program.scheduler.advance() } } while timeToNext == .zero && !isEndless
    }

    /// Whether something went on without an end.
    var isEndless: Bool { programs.contains { $0.scheduler.isEndless.withLock { $0 } } }

    /// Lets time pass.
    func pass(_ duration: Duration) { for program in programs { program.scheduler.advance(by: duration) } }

    /// Lets go of all that was made.
    func end() {
        events = []
        conditions = []
        compared = []
        recorder = nil
        hasBegun = nil
        let ended = exchange(&programs, with: [])
        for program in ended { (program.begin, program.states) = (nil, nil) }
        for program in ended { program.outside.close() }
        for program in ended { program.scheduler.abandon() }
    }
}

/// Something that may happen, besides answers and time.
package struct PossibleEvent {
    package enum Kind {
        /// The user does it.
        case user

        /// It goes wrong outside.
        case fault

        /// What went wrong outside is well again: nothing is at rest before.
        case repair
    }

    let name: String
    let kind: Kind
    let times: Int
    let isPossible: () -> Bool
    let body: () -> Void
    var program: ExploredProgram?

    /// The name by which its budget is found, also after its program has begun again.
    var key: String { "\(program?.name ?? "")/\(name)" }
}

/// A program within a world.
package final class ExploredProgram {
    let name: String
    let scheduler = TestScheduler(leavingTrails: true)
    let outside: Outside
    let isEnding = Locked(false)
    var begin: (() throws -> Inspection)?
    var states: ExploredStates?

    init(_ name: String, at time: Duration, choosing choose: @escaping (String, [String]) -> Int) {
        self.name = name
        outside = Outside(choosing: choose)
        if time > .zero { scheduler.advance(by: time) }
    }
}

/// How often what may happen, counted down in a run.
final class Budgets {
    var faults: Int
    let ends: Locked<Int>

    /// How often each thing has happened that the user may do.
    var done: [String: Int] = [:]

    init(faults: Int, ends: Int) { (self.faults, self.ends) = (faults, Locked(ends)) }
}

private struct SameNumber: RandomNumberGenerator {
    func next() -> UInt64 { 0x9E37_79B9_7F4A_7C15 }
}
