import Foundation
import Millrace
import MillraceEntities

/// A record of the log that the chat is made of again at the next start.
///
/// The rooms begin as they were at some time. What the homeserver has sent since then follows: each whole answer of the
/// sync, with its token, and each page of older events. So saving costs what has arrived, and not what is there; and the
/// token never gets ahead of its events.
enum JournalRecord: Codable, Sendable {
    /// The user and the homeserver to whom the log belongs.
    case owner(String)
    case login(KeptLogin)
    /// Before the rooms: all but them and the token.
    case beginning(user: String, people: EntityTable)
    /// A room, as it was then.
    case room(Room)
    /// The token up to which these rooms are known, behind the last of them.
    case token(String)
    case answer(SyncAnswer)
    case page(room: String, gap: TimelineEntry.ID, from: String, OlderEvents)
}

extension JournalRecord {
    /// What is before the rooms of a user; of a new one, who knows nobody, without people.
    static func beginning(of user: String?, _ people: EntityTable = RoomsState().people) -> JournalRecord {
        .beginning(user: user ?? "", people: people)
    }

    /// Whether it is an answer of the sync.
    var isAnswer: Bool { if case .answer = self { true } else { false } }

    /// What an answer begins with that is saved as it was received.
    private static let received = Data("answer ".utf8)
    private static let encoder = JSONEncoder()
    private static let decoder = JSONDecoder()

    /// The record in the log. What the homeserver has sent is not encoded again.
    var data: Data {
        get throws {
            if case .answer(let answer) = self, let received = answer.received { return Self.received + received.bytes }
            return try Self.encoder.encode(self)
        }
    }

    /// Reads a record of the log.
    init(_ data: Data) throws {
        if data.starts(with: Self.received) {
            self = .answer(try SyncAnswer(JSONValue(bounded: data.dropFirst(Self.received.count))))
        } else {
            self = try Self.decoder.decode(JournalRecord.self, from: data)
        }
    }
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
        case .owner, .login: break
        }
    }
}

extension RoomsState {
    /// What this state is made of again.
    var records: [JournalRecord] {
        [.beginning(of: account?.user, people)] + rooms.map { .room($0) }
            + (since.map { [.token($0)] } ?? [])
    }
}

extension [JournalRecord] {
    /// The user whose rooms these are; nil if there are none.
    var user: String? { if case .beginning(let user, _) = first { user } else { nil } }
}

/// What is in the log.
struct SavedRecords: Sendable {
    var owner: String?
    var login: KeptLogin?
    /// What the rooms are made of.
    var rooms: [JournalRecord] = []
    /// Whose rooms have a beginning in the log, to which records can be added. Nil if they have to be written anew.
    var user: String?

    /// Whether all records could be decoded.
    private(set) var isWhole = true

    /// Adds a record. Of the rooms only those are taken that are before one that cannot be read.
    mutating func add(_ data: Data) {
        guard let record = try? JournalRecord(data) else {
            (isWhole, user) = (false, nil)
            return
        }
        switch record {
        case .owner(let name): owner = name
        case .login(let login): self.login = login
        case .beginning, .room, .token, .answer, .page:
            guard isWhole else { return }
            rooms.append(record)
            user = rooms.user
        }
    }

    /// What a snapshot begins with.
    var beginning: [JournalRecord] { (owner.map { [.owner($0)] } ?? []) + (login.map { [.login($0)] } ?? []) }
}
