import Foundation
import MillraceSignals
import MillraceSpecs
import TestSupport

/// A value that is told by its name, and may be counted for as long as it lives.
struct Mark: Equatable {
    let name: Character
    var tracked: Tracked?

    static func == (first: Mark, second: Mark) -> Bool { first.name == second.name }

    /// What the letters of a marble line stand for.
    static let table = Dictionary(
        uniqueKeysWithValues: "abcdefghijklmnopqrstuvwxyz".map { (String($0), Mark(name: $0)) }
    )
}

/// An operator that takes time, and what it makes of some lines of marbles: a source, and the result.
struct TimedCase {
    let name: String

    /// The same for every operator: what is special about the line, the source, the result.
    let lines: [(title: String, source: String, result: String)]

    let build: (Signal<Mark>, TestScheduler) -> Signal<Mark>

    init(
        _ name: String,
        never: (String, String),
        empty: (String, String),
        one: (String, String),
        many: (String, String),
        atTheBoundary: (String, String),
        finishedWhilePending: (String, String),
        _ build: @escaping (Signal<Mark>, TestScheduler) -> Signal<Mark>
    ) {
        self.name = name
        self.build = build
        lines = [
            ("never", never), ("empty", empty), ("one value", one), ("many values", many),
            ("a value at the boundary instant", atTheBoundary),
            ("the source finished while something was pending", finishedWhilePending),
        ].map { title, lines in (title, lines.0, lines.1) }
    }
}

/// A timed operator between an emitter and an observer, and a log of what came when.
final class TimedScene {
    let scheduler = TestScheduler()
    let living = LivingCount()
    var emitter: Emitter<Mark>? = Emitter()
    var signal: Signal<Mark>?
    private(set) var log: [String] = []

    init(_ tested: TimedCase) {
        signal = emitter.map { tested.build($0, scheduler) }
    }

    /// Notes what comes, with its time.
    func note(_ event: String) { log.append("\(event)\(scheduler.now / .milliseconds(1))") }

    /// Observes; the observer is counted.
    func observe(_ noting: ((String) -> Void)? = nil) -> Subscription? {
        let noting = noting ?? { [unowned self] in note($0) }
        return signal?.observe(onFinish: { noting("|") }, living.watching { noting("\($0.name)") })
    }

    /// Sends counted values.
    func send(_ names: String) {
        for name in names { emitter?.send(Mark(name: name, tracked: living.instance())) }
    }

    func pass(_ milliseconds: Int) { scheduler.advance(by: .milliseconds(milliseconds)) }

    /// Sends two values, so that something is pending, whatever the operator.
    func makePending() {
        send("a")
        pass(5)
        send("b")
    }

    /// What it has noted from now on.
    func clearLog() { log = [] }

    var isIdle: Bool { scheduler.isIdle }
}

extension TestScheduler {
    /// Whether nothing waits for a time to come. Does what there is.
    var isIdle: Bool {
        let start = now
        run()
        return now == start
    }
}
