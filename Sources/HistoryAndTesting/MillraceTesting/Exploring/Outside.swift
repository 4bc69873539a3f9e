import MillraceBase
import MillraceHistory

/// What an explored program asks for, and gets an answer from when ``explore(faults:steps:time:seed:file:line:_:)``
/// says so: a stand-in for servers, sensors, and whatever else takes time.
///
/// ```swift
/// let outside = world.outside
/// let service = SearchService { text in
///     try await outside.answer("search \(text)", failing: [SearchError.offline]) { index.results(for: text) }
/// }
/// ```
///
/// It belongs to the program that it was made for: when that ends, nothing is answered any more. May be used on any
/// thread that the program's scheduler uses.
public final class Outside: Sendable {
    private struct State {
        var isClosed = false
        var count = 0
        var waiting: [WaitingCall] = []
    }

    private let state = Locked(State())

    /// Decides what happens in the midst of a step. It is called on the thread that explores, and only while a step
    /// runs: what it captures is never used by two threads.
    private let chooser: Locked<(String, [String]) -> Int>

    init(choosing chooser: @escaping (String, [String]) -> Int) { self.chooser = Locked(chooser) }

    /// Waits until it is this call's turn, and answers it, or fails.
    ///
    /// It may end in these ways: it is answered; it is served at once and answered later, after whatever else happens;
    /// or it fails with one of the given errors without having been served, which is one of the faults of the
    /// exploration.
    ///
    /// - Parameters:
    ///   - name: What is asked for, as a story tells it: the same in each run.
    ///   - failures: The errors with which it may fail.
    ///   - isChange: Whether serving it changes something outside. Then it may also be served and fail nonetheless with
    ///     the first of the errors: its answer is lost.
    ///   - serve: Returns the answer, of what is outside when it is called, or throws.
    /// - Throws: One of `failures`, what `serve` throws, or `CancellationError` when the task is cancelled or the program
    ///   has ended.
    public func answer<Answer: Sendable>(
        _ name: String,
        failing failures: [any Error] = [],
        isChange: Bool = false,
        _ serve: () throws -> Answer
    ) async throws -> Answer {
        var outcomes = [Outcome("done"), Outcome("served, and answered later")]
        if isChange, !failures.isEmpty { outcomes.append(Outcome("done, and its answer is lost", isFault: true)) }
        outcomes += failures.map { Outcome("fails: \($0)", isFault: true) }
        // What came at once and what came later is heard alike.
        let choice = try await wait(name, for: outcomes, isNoted: false)
        if choice >= outcomes.count - failures.count {
            let failure = failures[choice - outcomes.count + failures.count]
            note(textDigest(of: "\(failure)"))
            throw failure
        }
        let answer = Result { try serve() }
        if choice == 2, let lost = failures.first {
            note(textDigest(of: "\(lost)"))
            throw lost
        }
        let content = digest(of: answer)
        if choice == 1 { _ = try await wait(name, digest: content, for: [Outcome("its answer comes")], isNoted: false) }
        note(content)
        return try answer.get()
    }

    private func digest<Answer>(of answer: Result<Answer, any Error>) -> UInt64 {
        switch answer {
        case .success(let value): (try? StateDigest(reading: value).value) ?? 0
        case .failure(let error): textDigest(of: "\(error)")
        }
    }

    /// Waits until the exploration ends a call, and returns which of the outcomes it has. The first one is the one where
    /// all is well.
    ///
    /// - Parameters:
    ///   - digest: Of what the call carries besides its name.
    ///   - broken: The outcome that it has when connections break.
    ///   - isNoted: Whether the running effect has heard the outcome. Otherwise whoever waits notes what it hears.
    package func wait(
        _ name: String,
        digest: UInt64 = 0,
        for outcomes: [Outcome],
        breaking broken: Int? = nil,
        isNoted: Bool = true
    ) async throws -> Int {
        let trail = EffectTrail.current
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let choice: Int = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let call = WaitingCall(
                    number: number,
                    name: name,
                    digest: mixed(textDigest(of: name), mixed(digest, trail?.digest ?? 0)),
                    outcomes: outcomes,
                    broken: broken,
                    trail: trail,
                    continuation: continuation
                )
                let isRefused = state.withLock { state in
                    if state.isClosed || Task.isCancelled { return true }
                    state.waiting.append(call)
                    return false
                }
                if isRefused { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            take(number)?.continuation.resume(throwing: CancellationError())
        }
        if isNoted { trail?.note(mixed(textDigest(of: name), mixed(digest, UInt64(choice)))) }
        return choice
    }

    /// Decides something in the midst of a step: returns the index of one of the alternatives, of which the first is the
    /// usual one.
    package func choose(_ name: String, among alternatives: [String]) -> Int {
        if state.withLock({ $0.isClosed }) { return 0 }
        return chooser.withLock { $0 }(name, alternatives)
    }

    /// Notes for the running effect that it has heard something.
    package func note(_ answer: UInt64) { EffectTrail.current?.note(answer) }

    /// The calls that wait, in the order in which they came.
    var waiting: [WaitingCall] { state.withLock { $0.waiting } }

    /// Ends a call.
    func end(_ number: Int, with outcome: Int) { take(number)?.continuation.resume(returning: outcome) }

    /// Ends the calls that need a connection.
    package func breakConnections() {
        for call in waiting { if let broken = call.broken { end(call.number, with: broken) } }
    }

    /// Ends all calls, and refuses those to come.
    func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            return exchange(&state.waiting, with: [])
        }
        for call in calls { call.continuation.resume(throwing: CancellationError()) }
    }

    private func take(_ number: Int) -> WaitingCall? {
        state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
    }
}

/// A way in which a call may end.
package struct Outcome: Sendable {
    let name: String
    let isFault: Bool

    package init(_ name: String, isFault: Bool = false) { (self.name, self.isFault) = (name, isFault) }
}

/// A call that waits for its end.
struct WaitingCall {
    let number: Int
    let name: String

    /// Of all that distinguishes it.
    let digest: UInt64
    let outcomes: [Outcome]

    /// The outcome that it has when connections break; nil for one that needs none.
    let broken: Int?

    /// That of the task that waits.
    let trail: EffectTrail?
    let continuation: CheckedContinuation<Int, any Error>
}
