/// Where the edits of a subject stand.
public enum OutboxStatus: String, Sendable, Codable {
    /// The server has all of them.
    case saved

    /// They wait: for their turn, for the network, or for the next attempt.
    case waiting

    /// One is on its way.
    case sending

    /// One was refused or conflicts, and waits for a decision. Later ones wait for it.
    case refused

    /// The server may have one or not: an attempt was not answered, and a later one was refused. Later ones wait until it
    /// is asked for.
    case unknown
}

/// How many entries of an ``Outbox`` there are.
public struct OutboxCounts: Equatable, Sendable, Codable {
    /// Those that wait: for their turn, for the network, or for the next attempt.
    public var waiting: Int

    /// Those that are on their way.
    public var sending: Int

    /// Those that were refused or conflict.
    public var refused: Int

    /// Those that the server may have or not.
    public var unknown: Int

    /// Those of other accounts, which are not sent: see ``Outbox/account``.
    public var held: Int

    /// Creates counts.
    public init(waiting: Int = 0, sending: Int = 0, refused: Int = 0, unknown: Int = 0, held: Int = 0) {
        (self.waiting, self.sending, self.refused) = (waiting, sending, refused)
        (self.unknown, self.held) = (unknown, held)
    }

    /// Whether the server has everything, also of other accounts.
    public var isAllSaved: Bool { waiting + sending + refused + unknown + held == 0 }
}
