public import MillraceFlux

/// The outcome of an attempt to send an entry of an ``Outbox``.
public enum OutboxAnswer<Reply: Codable & Equatable & Sendable>: Equatable, Sendable, Codable {
    /// The server has saved the edit, now or at an earlier attempt under the same key.
    ///
    /// The version is that of the subject now: it passes to the next entry of the subject, so that the user's edits do
    /// not conflict with each other.
    case saved(Reply? = nil, version: String? = nil)

    /// The subject has changed at the server meanwhile, and the server has not saved the edit.
    case conflict(theirs: Reply, version: String?)

    /// The server does not accept the edit, and would not accept it another time: the reason, for the user.
    ///
    /// If an earlier attempt may have been saved, this does not settle the entry: its outcome is unknown, and is asked for
    /// (law J10). See ``OutboxProblem/unknown(_:)``.
    case refused(String)

    /// There was no answer, or one that does not say whether the server has saved the edit: it may have.
    ///
    /// The entry is sent again under the same key, not sooner than after the time that the server asks for, if it does.
    case later(after: Duration? = nil)

    /// The server has not saved the edit at this attempt, and would at another one: it was not reached, or says to come
    /// again, as with the statuses 423, 429 and 503.
    ///
    /// The entry is sent again as after `later`. A refusal of that attempt then settles it, unless there was another one
    /// whose outcome is not known. If in doubt, return `later`.
    case notDone(after: Duration? = nil)

    /// The server may have saved the edit, and to send it again does not help: its answer cannot be read, or it was sent
    /// more than once under way, and the last time was refused. The reason, for the user. What the server has is asked for:
    /// see ``OutboxProblem/unknown(_:)``.
    case unknown(String)

    /// The server says that it has another edit under this key, and has not saved this one: as with the status 422 where
    /// keys are as the draft of the header `Idempotency-Key` has them.
    ///
    /// Then the entries are older than what was sent, which a journal had not found out: the outbox is distrusted, and the
    /// entry is sent again under a new key. See ``Outbox/distrust(as:)``.
    case keyInUse

    /// A step that comes before the edit is done, such as the upload of a file, and the edit itself was not sent. If such a
    /// step fails and may be tried again, that is `notDone`.
    ///
    /// The result of the step is kept as ``OutboxEntry/prepared``. When that is durable the entry is sent again, at
    /// once and under the same key: so a noted step is not done twice, also if the app ends in between.
    case prepared(Reply)
}

/// The action that brings the answer to an entry to the store whose state has the ``Outbox``.
///
/// ```swift
/// store.on(OutboxAnswered<TodoEdit>.self) { state, answered in
///     state.outbox.take(answered)
///     return state.outbox.send(by: sender)
/// }
/// ```
///
/// It also says that the time until the next attempt is over. Random parts of that time are drawn by the effect, so a
/// recording replays.
public struct OutboxAnswered<Edit: OutboxEdit>: Action, Equatable, Codable {
    /// The key of the entry.
    public let key: OutboxKey

    /// The server's answer; nil if the time until the next attempt is over.
    public let answer: OutboxAnswer<Edit.Reply>?

    /// Whether the server has asked for the time until the next attempt, which nothing shortens then.
    public let isAskedFor: Bool

    /// Creates an answer. An ``Outbox`` makes its own; use this initialiser in tests.
    public init(_ key: OutboxKey, _ answer: OutboxAnswer<Edit.Reply>?, isAskedFor: Bool = false) {
        (self.key, self.answer, self.isAskedFor) = (key, answer, isAskedFor)
    }
}
