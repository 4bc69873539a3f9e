import MillraceBase
import MillraceTesting

/// How the value to check is read.
enum Look<Value> {
    case synchronous(() throws -> Value?), asynchronous(() async throws -> Value?)
}

/// A check that is repeated until it succeeds or the time is over.
struct Poll<Value> {
    enum Verb: String {
        case eventually, eventuallyNot = "eventually not", never
    }

    private let verb: Verb
    private let matcher: Matcher<Value>
    private let timeout: Duration
    private let interval: Duration
    private let description: String?
    private let location: CallSite

    init(
        _ verb: Verb,
        _ matcher: Matcher<Value>,
        _ timeout: Duration,
        _ interval: Duration,
        _ description: String?,
        _ location: CallSite
    ) {
        self.verb = verb
        self.matcher = matcher
        self.timeout = timeout
        self.interval = interval
        self.description = description
        self.location = location
    }

    /// Checks on the calling thread.
    func run(_ look: () throws -> Value?) {
        let deadline = ContinuousClock.now + timeout
        var verdict = matcher.judge(Result(catching: look))
        while isOpen(verdict, until: deadline) {
            pause(interval)
            verdict = matcher.judge(Result(catching: look))
        }
        conclude(verdict)
    }

    /// Checks in the caller's isolation, or where an asynchronous function runs, and suspends in between.
    ///
    /// Passed on as an asynchronous function, a synchronous one would be called wherever the pause has ended (Swift 6.3
    /// leaves out the way back, since it expects the function to take it).
    func run(_ isolation: isolated (any Actor)?, _ look: Look<Value>) async {
        let deadline = ContinuousClock.now + timeout
        while true {
            let actual: Result<Value?, any Error>
            do {
                switch look {
                case .synchronous(let look): actual = .success(try look())
                case .asynchronous(let look): actual = .success(try await look())
                }
            } catch {
                actual = .failure(error)
            }
            let verdict = matcher.judge(actual)
            guard isOpen(verdict, until: deadline), !Task.isCancelled else { return conclude(verdict) }
            try? await Task.sleep(for: interval)
        }
    }

    /// Returns whether there is to be a further check.
    private func isOpen(_ verdict: Verdict, until deadline: ContinuousClock.Instant) -> Bool {
        !isAnswered(by: verdict) && ContinuousClock.now < deadline
    }

    /// Returns whether no further check is needed.
    private func isAnswered(by verdict: Verdict) -> Bool {
        verdict.outcome == (verb == .eventuallyNot ? .noMatch : .match)
    }

    /// Fails the example if the last check does not succeed.
    private func conclude(_ verdict: Verdict) {
        if isAnswered(by: verdict) != (verb == .never) { return }
        let prefix = description.map { "\($0): " } ?? ""
        let time = verb == .never ? "" : " after \(timeout)"
        let message = "expected \(verb.rawValue) to \(matcher.expectation()), \(verdict.finding())"
        record("\(prefix)\(message)\(time)\(hint)", at: location)
    }

    /// Names the virtual time, if some waits to be advanced: real time does not.
    private var hint: String {
        guard verb != .never, let time = VirtualTimes.current?.timeToNext else { return "" }
        return """
            ; a TestScheduler has work that is due \(time == .zero ? "now" : "in \(time)"). \
            To fix: advance it, since this waits in real time, and then expect with `to`
            """
    }
}
