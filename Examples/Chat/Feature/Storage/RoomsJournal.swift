import Foundation
import Millrace
import MillraceEntities

/// A line of the file that the rooms are made of again at the next start.
///
/// The file begins with the rooms as they were at some time. What the homeserver has sent since then follows: each
/// whole answer of the sync, with its token, and each page of older events. So saving costs what has arrived, and not
/// what is there; and the token never gets ahead of its events.
enum JournalRecord: Codable, Sendable {
    /// The first line: all but the rooms and the token.
    case beginning(user: String, people: EntityTable)
    /// A room, as it was then.
    case room(Room)
    /// The token up to which these rooms are known, behind the last of them.
    case token(String)
    case answer(SyncAnswer)
    case page(room: String, gap: TimelineEntry.ID, from: String, OlderEvents)
}

extension RoomsState {
    /// Makes the state of the records of an account's journal.
    init(of account: Account, from records: [JournalRecord]) {
        self.init()
        for record in records { take(record) }
        self.account = account
        (status, emptyPages, departures) = (.off, [:], [:])
    }

    private mutating func take(_ record: JournalRecord) {
        switch record {
        case .beginning(_, let people): self.people = people
        case .room(var room):
            // Whether its read marker has arrived is not known.
            room.seen = nil
            put(room)
        case .token(let token): since = token
        case .answer(let answer):
            take(answer.rooms, limits: ChatLimits())
            end(answer)
        case .page(let room, let gap, let from, let events): fill(gap, of: room, from: from, with: events)
        }
    }
}

extension [JournalRecord] {
    /// The user whose rooms these are; nil if there are none.
    var user: String? { if case .beginning(let user, _) = first { user } else { nil } }
}
