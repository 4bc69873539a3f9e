import MillraceData

/// The entries of one subject, in their order, and where sending them stands.
///
/// It follows from the entries, and which ones are on their way is not known after a restart: it is not journaled.
struct OutboxLine<Subject: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        /// Nothing is on its way. The first entry may be sent, unless it has a problem.
        case idle

        /// An entry is on its way: the first, or one that was discarded meanwhile.
        case sending(OutboxKey)

        /// The first entry is sent again after a time, which has not begun.
        case pausing(Duration, isAsked: Bool)

        /// The first entry is sent again when the time is over. The server may have asked for it.
        case paused(isAsked: Bool)
    }

    let id: Subject
    var keys: Table<OutboxKey> = []
    var phase = Phase.idle

    /// The entries that were refused and hold nothing: they are not in the line any more.
    var aside: Table<OutboxKey> = []

    /// Whether there is nothing left to remember.
    var isOver: Bool { keys.isEmpty && aside.isEmpty && phase == .idle }
}

/// A subject in a list of subjects.
struct OutboxSubject<Subject: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    let id: Subject
}

/// An entry that is on its way.
struct OutboxFlight<Subject: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    let id: OutboxKey
    let subject: Subject
}
