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
}

/// How many entries of an ``Outbox`` there are.
public struct OutboxCounts: Equatable, Sendable, Codable {
    /// Those that wait: for their turn, for the network, or for the next attempt.
    public var waiting: Int

    /// Those that are on their way.
    public var sending: Int

    /// Those that were refused or conflict.
    public var refused: Int

    /// Creates counts.
    public init(waiting: Int = 0, sending: Int = 0, refused: Int = 0) {
        (self.waiting, self.sending, self.refused) = (waiting, sending, refused)
    }

    /// Whether the server has everything.
    public var isAllSaved: Bool { waiting + sending + refused == 0 }
}
