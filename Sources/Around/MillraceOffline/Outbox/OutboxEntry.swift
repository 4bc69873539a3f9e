/// An edit in an ``Outbox``, until the server has saved it or the user has given it up.
public struct OutboxEntry<Edit: OutboxEdit>: Identifiable, Equatable, Sendable, Codable {
    /// The key under which it is sent.
    public let key: OutboxKey

    /// The first key at its place: it stays the same where another key takes the place of one that was refused.
    let origin: OutboxKey

    /// The change by the user.
    public internal(set) var edit: Edit

    /// The account under which it was added, and is sent: see ``Outbox/account``. Nil if it is anybody's.
    public internal(set) var account: String?

    /// The version of the subject that was given with the edit.
    let base: String?

    /// The version that an answer to an earlier edit of the subject has brought.
    var brought: String?

    /// How many times it was sent, or was about to be: this is noted before anything is sent.
    ///
    /// Once it is more than zero the server may have the edit. Then neither the edit nor the version changes any more
    /// under this key.
    public internal(set) var attempts = 0

    /// Of how many attempts it is known that the server has not saved the edit.
    var undone: Int?

    /// True where it is not known whether it was sent: an attempt is assumed, and the version is what the edits before it
    /// bring, as it was in that attempt, if there was one.
    var isAssumed: Bool?

    /// Whether the server may have saved the edit, or may get it still: an attempt was not answered, so far as is known.
    ///
    /// As long as this is so, the refusal of a later attempt does not settle the entry, and it is sent again under the same
    /// key only (law J10). Ask for it where a conflict is decided: the server may have the edit already.
    public var mayBeSaved: Bool { attempts > undone ?? 0 }

    /// The result of the step before it, such as the address of a file that was uploaded: see
    /// ``OutboxAnswer/prepared(_:)``. Nil if there was none yet.
    public internal(set) var prepared: Edit.Reply?

    /// Why it waits for a decision, or to be asked for; nil if it does not.
    public internal(set) var problem: OutboxProblem<Edit.Reply>?

    /// Creates an entry. An ``Outbox`` makes its own; use this initialiser in tests, and for entries that were kept in
    /// another way before: see ``Outbox/add(_:)``.
    public init(
        _ key: OutboxKey,
        _ edit: Edit,
        version: String? = nil,
        attempts: Int = 0,
        prepared: Edit.Reply? = nil,
        problem: OutboxProblem<Edit.Reply>? = nil
    ) {
        (self.key, self.origin, self.edit, self.base) = (key, key, edit, version)
        (self.attempts, self.prepared, self.problem) = (attempts, prepared, problem)
    }

    /// An entry at the place of another one. The result of its step is not that of another edit's.
    init(_ key: OutboxKey, _ edit: Edit, replacing entry: OutboxEntry) {
        (self.key, self.origin, self.edit) = (key, entry.origin, edit)
        (self.base, self.brought, self.account) = (entry.base, entry.brought, entry.account)
        if edit == entry.edit { prepared = entry.prepared }
    }

    /// The key.
    public var id: OutboxKey { key }

    /// The version of the subject that the edit is made of, for a server that refuses edits of an old one: the version
    /// given with it, or the one in the answer to an edit before it. Nil if none is known.
    public var version: String? { brought ?? base }
}

extension OutboxEntry {
    /// Whether nobody else can know it, so that it may still change.
    var isUnsent: Bool { attempts == 0 && problem == nil }

    /// Whether the server may have it or not, and is to be asked.
    var isUnknown: Bool { if case .unknown = problem { true } else { false } }

    /// Whether it was refused, and later entries do not wait for the decision.
    var isAside: Bool { if case .refused = problem { !edit.holdsLaterEdits } else { false } }
}

/// Why the server has not taken an edit, so that sending it again does not help.
public enum OutboxProblem<Reply: Codable & Equatable & Sendable>: Equatable, Sendable, Codable {
    /// The subject has changed at the server meanwhile: the server's values, and their version.
    case conflict(theirs: Reply, version: String?)

    /// The server does not accept the edit: the reason, for the user.
    case refused(String)

    /// The server has refused an attempt, for this reason, and may have saved the edit at an earlier one (law J10).
    ///
    /// Later edits of the subject wait. A sender that can ask (`asking`) does so at the next ``Outbox/send(by:)``, and what
    /// the server has then settles the entry. Without one, show it to the user, and call ``Outbox/retry(_:as:)``, which
    /// sends it again under its key; or ``Outbox/settle(_:as:)`` when something else has brought what the server has; or
    /// ``Outbox/discard(_:)``.
    case unknown(String)
}
