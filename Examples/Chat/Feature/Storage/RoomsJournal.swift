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
    case beginning(JournalBeginning)
    /// A room, as it was then.
    case room(Room)
    /// The token up to which these rooms are known, behind the last of them.
    case token(String)
    case answer(SyncAnswer)
    case page(room: String, gap: TimelineEntry.ID, from: String, OlderEvents)
}

/// What the first line of a journal says.
struct JournalBeginning: Codable, Sendable {
    let user: String
    let people: EntityTable
    let damagedParts: Int
}

/// The rooms, as they are written down from time to time. A copy is O(1).
struct RoomsArchive: Sendable {
    let beginning: JournalBeginning
    let rooms: Table<Room>
    let since: String?
}

extension RoomsState {
    /// What is written down.
    var archive: RoomsArchive {
        let beginning = JournalBeginning(user: account?.user ?? "", people: people, damagedParts: damagedParts)
        return RoomsArchive(beginning: beginning, rooms: rooms, since: since)
    }

    /// Makes the state of the records of an account's journal.
    init(of account: Account, from records: [JournalRecord]) {
        self.init()
        for record in records { take(record) }
        self.account = account
        (status, emptyPages, departures) = (.off, [:], [:])
    }

    private mutating func take(_ record: JournalRecord) {
        switch record {
        case .beginning(let beginning): (people, damagedParts) = (beginning.people, beginning.damagedParts)
        case .room(var room):
            // Whether its read marker has arrived is not known.
            room.seen = nil
            put(room)
            countMembers(of: room)
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
    var user: String? { if case .beginning(let beginning) = first { beginning.user } else { nil } }
}

/// Writes the journal, and the other files of the chat.
///
/// A line is added to the journal at a time. When these lines take more place than the rooms at its beginning, or where
/// one could not be added completely, the file is written anew. It is read up to the first line that is damaged: what
/// is behind that is asked for again, since the token is that of the last whole line.
actor ChatJournal {
    private static let name = "rooms.jsonl"

    private let files: any ChatFiles
    private let slack: Int
    private var outboxes: [String: [Outgoing]]?
    /// The journal on file; nil if it has to be written anew.
    private var journal: (user: String, size: Int, added: Int)?

    init(_ files: any ChatFiles, slack: Int) { (self.files, self.slack) = (files, slack) }

    func records() throws -> [JournalRecord] {
        guard let data = try files.read(Self.name) else { return [] }
        var (records, size, added): ([JournalRecord], Int, Int) = ([], 0, 0)
        let decoder = JSONDecoder()
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Behind the end of the last line there is nothing, or the beginning of a line.
        var isWhole = lines.last?.isEmpty ?? true
        for line in lines.dropLast() {
            guard let record = try? decoder.decode(JournalRecord.self, from: line) else {
                isWhole = false
                break
            }
            switch record {
            case .beginning, .room, .token: size += line.count
            case .answer, .page: added += line.count
            }
            records.append(record)
        }
        guard let user = records.user else { return [] }
        journal = isWhole ? (user, size, added) : nil
        return records
    }

    func save(_ record: JournalRecord, _ archive: RoomsArchive) throws {
        guard var journal, journal.user == archive.beginning.user, journal.added <= max(journal.size, slack) else {
            return try write(archive)
        }
        let line = try Self.line(of: record)
        // Until the line is complete nothing may be added behind it.
        self.journal = nil
        try files.append(line, to: Self.name)
        journal.added += line.count
        self.journal = journal
    }

    private func write(_ archive: RoomsArchive) throws {
        journal = nil
        let size = try files.replace(Self.name) { write in
            try write(Self.line(of: .beginning(archive.beginning)))
            for room in archive.rooms { try write(Self.line(of: .room(room))) }
            if let since = archive.since { try write(Self.line(of: .token(since))) }
        }
        journal = (archive.beginning.user, size, 0)
    }

    private static func line(of record: JournalRecord) throws -> Data {
        try JSONEncoder().encode(record) + Data("\n".utf8)
    }

    // MARK: Other files

    func read<Value: Decodable>(_ name: String) throws -> Value? {
        try files.read(name).map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    func write(_ value: some Encodable, to name: String) throws {
        let data = try JSONEncoder().encode(value)
        try files.replace(name) { write in try write(data) }
    }

    func save(outbox: [Outgoing], _ room: String) throws {
        var all = try outboxes ?? read("outbox.json") ?? [:]
        all[room] = outbox.isEmpty ? nil : outbox
        outboxes = all
        try write(all, to: "outbox.json")
    }
}
