import MillraceBase
import MillraceHistory

/// The orders that an exploration has tried.
public struct Exploration: Sendable, CustomStringConvertible {
    /// The number of different moments that were found.
    public internal(set) var moments = 0

    /// The number of runs.
    public internal(set) var runs = 0

    /// The number of steps of all runs together.
    public internal(set) var steps = 0

    /// Whether every order was tried, up to the digests of states.
    public internal(set) var isComplete = false

    /// Up to how many surprises every order was tried, if not every one was. What is usual is that the user does nothing,
    /// and all is answered in the order in which it was asked for; a surprise is each step that is otherwise.
    public internal(set) var surprises = 0

    /// The number of moments at which something was left that was not tried.
    package internal(set) var untried = 0

    /// The number of steps to the farthest moment.
    package internal(set) var depth = 0

    /// How long it took.
    public internal(set) var duration = Duration.zero

    /// The seed of the random choices.
    public internal(set) var seed: UInt64 = 0

    /// The failure that ended it; nil if there was none.
    public internal(set) var failure: String?

    /// The shortest story that leads to the failure: the names of its steps.
    public internal(set) var story: [String] = []

    /// `all orders: 259 moments, 1,390 runs`, or what was not tried.
    public var description: String {
        let counts = "\(grouped(moments)) moments, \(grouped(runs)) runs, \(grouped(steps)) steps"
        if let failure { return "a failure after \(counts): \(failure)" }
        if isComplete { return "all orders: \(counts)" }
        return """
            not all orders, but those with at most \(surprises) surprises: \(counts); \
            at \(grouped(untried)) moments something was not tried (seed \(seed))
            """
    }
}

/// Returns a number with a comma after each thousand.
func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in "\(number)".reversed().enumerated() {
        if index > 0, index.isMultiple(of: 3) { text.append(",") }
        text.append(digit)
    }
    return String(text.reversed())
}

/// How an app is explored.
struct ExploreSetting {
    var faults: Int
    var ends: Int
    var steps: Int
    var time: Duration
    var seed: UInt64
    let place: CallSite

    /// What was found out about types, in all runs.
    let digests = DigestCache()
}
