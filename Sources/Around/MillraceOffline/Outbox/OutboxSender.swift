public import MillraceBase
public import MillraceJournal
public import MillraceSignals

/// How the entries of an ``Outbox`` are sent: the call of the service, and the rules for calling it.
///
/// ```swift
/// let sender = OutboxSender<TodoEdit>(durability: journal.durability) { entry in
///     let saved = try await client.send(Save(entry.edit, key: entry.key.text, version: entry.version))
///     return .saved(saved.todo, version: saved.version)
/// } catching: { error in
///     guard let error = error as? RequestError else { return .refused("\(error)") }
///     if error.isPassing { return error.mayBeDone ? .later(after: error.retryAfter) : .notDone(after: error.retryAfter) }
///     return error.mayBeDone ? .unknown(error.message) : .refused(error.message)
/// }
/// ```
///
/// Make it once, where the services are, and keep it in the handlers that send.
public struct OutboxSender<Edit: OutboxEdit> {
    /// Sends an entry, and returns the server's answer.
    public typealias Push = nonisolated(nonsending) (OutboxEntry<Edit>) async throws -> OutboxAnswer<Edit.Reply>

    /// The largest number of entries that are sent at once, all of different subjects.
    public let limit: Int

    private let durability: Durability
    private let backoff: Backoff
    private let jitter: Double
    private let random: RandomNumbers
    private let push: Push
    private let ask: Push?
    private let catching: (any Error) -> OutboxAnswer<Edit.Reply>

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - limit: The largest number of entries that are sent at once. At least 1 is.
    ///   - backoff: The time until the next attempt, by the number of attempts so far. It passes on the dispatcher's
    ///     scheduler. If the server asks for a longer time, that is kept.
    ///   - jitter: The random part of that time, from 0 to 1, to which other values are clamped: with 0.5 a time of 4 s
    ///     becomes one from 2 s to 4 s.
    ///   - random: The source of the random part.
    ///   - durability: The durability to wait for before an entry is sent: that of the journal which keeps the outbox.
    ///   - push: Sends an entry. It is called in the dispatcher's isolation, once for each attempt, and never for two
    ///     entries of one subject at a time.
    ///   - ask: Asks the server whether it has an entry whose outcome is unknown (law J10): reads the entity again, and
    ///     returns `.saved` with what it has if the edit is done there, `.refused` with the reason if it is not, or
    ///     `.conflict`. That settles the entry. The reason of the refusal is in ``OutboxEntry/problem``. An error means that
    ///     it is asked again later. Nil if the sender cannot ask: then the user decides, or ``Outbox/settle(_:as:)``.
    ///   - catching: The meaning of an error that `push` throws. An attempt that may succeed another time is
    ///     `.later()`; an error that stays is `.refused`, which the user sees.
    public init(
        limit: Int = 4,
        backoff: Backoff = .exponential(.seconds(1), upTo: .seconds(300)),
        jitter: Double = 0.5,
        random: RandomNumbers = .system,
        durability: Durability,
        push: @escaping Push,
        asking ask: Push? = nil,
        catching: @escaping (any Error) -> OutboxAnswer<Edit.Reply>
    ) {
        self.limit = max(1, limit)
        (self.backoff, self.jitter, self.random) = (backoff, jitter > 0 ? min(jitter, 1) : 0, random)
        (self.durability, self.push, self.ask, self.catching) = (durability, push, ask, catching)
    }

    var canAsk: Bool { ask != nil }

    /// Sends an entry when everything that was done so far is durable.
    nonisolated(nonsending) func answer(to entry: OutboxEntry<Edit>) async throws -> OutboxAnswered<Edit> {
        await durability.wait()
        // An effect that was cancelled meanwhile sends nothing.
        try Task.checkCancellation()
        let answer: OutboxAnswer<Edit.Reply>
        do {
            if entry.isUnknown {
                let found = try await ask?(entry) ?? .later()
                answer =
                    switch found {
                    case .prepared, .unknown: .later()
                    case .saved, .conflict, .refused, .keyInUse, .later, .notDone: found
                    }
            } else {
                answer = try await push(entry)
            }
        } catch {
            try Task.checkCancellation()
            answer = entry.isUnknown ? Self.delaying(catching(error)) : catching(error)
        }
        let asked: Duration?
        switch answer {
        case .later(let delay), .notDone(let delay): asked = delay
        case .saved, .conflict, .refused, .unknown, .keyInUse, .prepared: return OutboxAnswered(entry.key, answer)
        }
        let delay = max(asked ?? .zero, delay(after: entry.attempts))
        let mayBeSaved = if case .later = answer { true } else { false }
        return OutboxAnswered(
            entry.key,
            mayBeSaved ? .later(after: delay) : .notDone(after: delay),
            isAskedFor: asked ?? .zero > .zero
        )
    }

    /// What becomes of a question that has failed: the refusal to answer it settles nothing.
    private static func delaying(_ answer: OutboxAnswer<Edit.Reply>) -> OutboxAnswer<Edit.Reply> {
        switch answer {
        case .later, .notDone: answer
        case .saved, .conflict, .refused, .unknown, .keyInUse, .prepared: .later()
        }
    }

    private func delay(after attempts: Int) -> Duration {
        var random = random
        let part = jitter * Double.random(in: 0...1, using: &random)
        return max(.zero, backoff.delay(after: attempts)) * (1 - part)
    }
}
