import MillraceBase
public import MillraceFlux

/// The questions for the changes of others: a value in a state beside its ``Outbox``, which makes the effects that ask.
///
/// ```swift
/// struct TodoState {
///     var items: Table<Todo> = []
///     var outbox: Outbox<TodoEdit>
///     var pull = Pull<TodoNews>()
///
///     mutating func sync(_ sender: OutboxSender<TodoEdit>, _ source: PullSource<TodoNews>) -> Effect {
///         [outbox.send(by: sender), pull.ask(source, beside: outbox)]
///     }
/// }
///
/// store.on(Pulled<TodoNews>.self) { state, pulled in
///     if let news = state.pull.take(pulled, beside: state.outbox) { state.take(news, isWhole: pulled.isWhole) }
///     return state.sync(sender, source)
/// }
/// ```
///
/// - **Never while something is sent.** It asks when nothing of the outbox is on its way. The user does not wait for it:
///   if an entry is sent while a question is on its way, the question is cancelled, and asked again afterwards. So no
///   answer is taken whose question is older than a sending, and a change that was just saved does not vanish from the
///   screen (law J11). The edits that wait are not in an answer: leave their subjects as they are.
/// - **Goes on from a token** of the last answer that was taken. When the server has forgotten it, everything is asked
///   for: see ``Pulled/isWhole``.
/// - **Again** after the interval of the source, also after a failure; at once by ``hurry()``, such as when the network is
///   back, when the user pulls, or when the server says that there is something new.
///
/// A new, decoded or restored pull asks at the next ``ask(_:beside:)``: return it from the handler of the action with which
/// the app begins. The token alone is coded: keep it together with the content of the answers, as
/// `parts.pull(\.pull, as: "pull")` of a journal does. When another user logs in, put a new pull in its place.
///
/// Neither undo nor time travel changes it: see `Irreversible`.
///
/// The name, and the name with `again`, are the identities of its effects. Give several pulls in one state different names.
public struct Pull<News: PullNews>: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        /// It is asked as soon as nothing is on its way.
        case wanted

        /// A question is on its way, which was asked after so many sendings; perhaps another one is wanted already.
        case asking(after: Int, isWantedAgain: Bool)

        /// The time until the next question has not begun. The server may have asked for one.
        case answered(askedFor: Duration?)

        /// The time until the next question passes. The server may have asked for it.
        case pausing(isAskedFor: Bool)

        /// Nothing is asked until it is wanted.
        case idle
    }

    /// The name, which is also the identity of the question.
    public let name: String

    /// Where the next question goes on; nil if it asks for everything.
    public internal(set) var token: News.Token?

    /// Why the last question has failed; nil if it has not.
    public internal(set) var failure: News.Failure?

    /// Whether an answer was taken in this run.
    public internal(set) var hasAnswered = false

    var phase = Phase.wanted

    /// Creates a pull that asks for everything.
    public init(_ name: String = "pull") { self.name = name }

    /// Whether it asks, or does so as soon as nothing is on its way to the server.
    public var isAsking: Bool {
        switch phase {
        case .wanted, .asking: true
        case .answered, .pausing, .idle: false
        }
    }

    private var pauseName: String { "\(name) again" }
}

// MARK: - Asking

extension Pull {
    /// Asks for news, if it is time, and nothing is on its way to the server.
    ///
    /// Call it behind `send(by:)`, wherever that is called: after each change of the outbox or the pull.
    ///
    /// - Parameters:
    ///   - source: Says how.
    ///   - outboxes: Those of the same server. None for an app that only reads.
    /// - Returns: The effect, which the handler must return. It dispatches a ``Pulled``.
    public mutating func ask<each Edit: OutboxEdit>(
        _ source: PullSource<News>,
        beside outboxes: repeat Outbox<each Edit>
    ) -> Effect {
        let traffic = Traffic(repeat each outboxes)
        var cancelling = Effect.none
        if case .asking(let sendings, _) = phase, sendings != traffic.sendings {
            (phase, cancelling) = (.wanted, .cancel(name))
        }
        if case .answered(let askedFor) = phase { return beginPause(source.interval, askedFor) }
        guard phase == .wanted, !traffic.isSending else { return cancelling }
        phase = .asking(after: traffic.sendings, isWantedAgain: false)
        let (name, token) = (name, token)
        return [.cancel(pauseName), .run(name, .latest) { try await source.answer(since: token, of: name) }]
    }

    private mutating func beginPause(_ interval: Duration?, _ askedFor: Duration?) -> Effect {
        guard let delay = [interval, askedFor].compactMap(\.self).max() else {
            phase = .idle
            return .none
        }
        phase = .pausing(isAskedFor: askedFor != nil)
        let name = name
        return .run(pauseName, .latest, after: delay) { Pulled<News>(nil, of: name) }
    }

    /// Asks at the next ``ask(_:beside:)``: when the network is there again, when the user pulls, when the server says that
    /// there is something new. If a question is on its way, another one follows it. A time for which the server has asked
    /// is kept.
    public mutating func hurry() {
        switch phase {
        case .asking(let sendings, _): phase = .asking(after: sendings, isWantedAgain: true)
        case .answered(askedFor: nil), .pausing(isAskedFor: false), .idle: phase = .wanted
        case .wanted, .answered, .pausing: break
        }
    }

    /// Gives up waiting for an answer, and ends all pauses: it is asked at the next ``ask(_:beside:)``.
    ///
    /// For answers that do not come: after time travel, which ignores actions that arrive while it shows the past, and
    /// where the effects were cancelled.
    public mutating func askAgain() { phase = .wanted }

    /// Takes an answer: goes on from its token, or asks anew.
    ///
    /// An answer that nobody waits for, or of another pull, is ignored. So is one whose question is older than a sending:
    /// it is asked again.
    ///
    /// - Parameters:
    ///   - pulled: The answer.
    ///   - outboxes: Those that ``ask(_:beside:)`` was given.
    /// - Returns: The news, for the handler to add to the state; nil if there is nothing to be taken.
    public mutating func take<each Edit: OutboxEdit>(
        _ pulled: Pulled<News>,
        beside outboxes: repeat Outbox<each Edit>
    ) -> News? {
        guard pulled.pull == name else { return nil }
        guard let answer = pulled.answer else {
            if case .pausing = phase { phase = .wanted }
            return nil
        }
        guard case .asking(let sendings, let isWantedAgain) = phase else { return nil }
        phase = isWantedAgain ? .wanted : .answered(askedFor: nil)
        switch answer {
        case .news(let news):
            guard sendings == Traffic(repeat each outboxes).sendings else {
                phase = .wanted
                return nil
            }
            (token, failure, hasAnswered) = (news.token, nil, true)
            return news
        case .forgotten:
            // A server that forgets a token that it was not given is asked later.
            if token != nil { phase = .wanted }
            token = nil
        case .failed(let reason, let delay):
            failure = reason
            if let delay { phase = .answered(askedFor: delay) }
        }
        return nil
    }
}

/// The sendings to a server.
private struct Traffic {
    /// How often a sending has begun.
    private(set) var sendings = 0
    private(set) var isSending = false

    init<each Edit: OutboxEdit>(_ outboxes: repeat Outbox<each Edit>) {
        for outbox in repeat each outboxes {
            sendings += outbox.sendings
            if !outbox.flights.isEmpty { isSending = true }
        }
    }
}
